package acervo.client;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What {@link Acervo#fileDocument} files. */
public final class NewDocument {
    final Map<String, String> fields = new LinkedHashMap<>();
    final List<FileOf> files = new ArrayList<>();
    String externalKey;

    /** A value, by the label of its field. */
    public NewDocument field(String label, String value) {
        fields.put(label, value);
        return this;
    }

    public NewDocument file(FileOf file) {
        files.add(file);
        return this;
    }

    /** Your own id of the document, unique in the client. */
    public NewDocument externalKey(String key) {
        externalKey = key;
        return this;
    }
}
