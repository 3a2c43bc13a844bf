"""Says what pyHanko thinks of the signatures in PDF files: verify.py ROOT.pem FILE... prints one JSON object, results by file name."""

import json
import logging
import sys

from pyhanko.keys import load_cert_from_pemder
from pyhanko.pdf_utils.reader import PdfFileReader
from pyhanko.sign.validation import validate_pdf_signature
from pyhanko_certvalidator import ValidationContext

logging.disable(logging.CRITICAL)
# pyHanko warns of what it would rather have; what counts is what it concludes.


def context(root):
    return ValidationContext(trust_roots=[load_cert_from_pemder(root)], allow_fetching=False)


def describe(root, signature):
    try:
        status = validate_pdf_signature(signature, context(root), ts_validation_context=context(root))
    except Exception as error:  # a refusal to look is an answer, too
        return {'error': f'{type(error).__name__}: {error}'}
    stamp = status.timestamp_validity
    return {
        'intact': status.intact,
        'valid': status.valid,
        'trusted': status.trusted,
        'coverage': status.coverage.name,
        'modification': status.modification_level.name if status.modification_level else None,
        'docmdpOk': status.docmdp_ok,
        'bottomLine': status.bottom_line,
        'timestamp': bool(stamp and stamp.intact and stamp.valid and stamp.trusted),
    }


def main(root, files):
    results = {}
    for name in files:
        with open(name, 'rb') as file:
            try:
                reader = PdfFileReader(file, strict=False)
                results[name] = [describe(root, one) for one in reader.embedded_regular_signatures]
            except Exception as error:
                results[name] = [{'error': f'{type(error).__name__}: {error}'}]
    print(json.dumps(results))


main(sys.argv[1], sys.argv[2:])
