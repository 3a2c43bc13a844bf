using System;
using System.Collections;
using System.Collections.Concurrent;
using System.Collections.Generic;
using System.Globalization;
using System.Linq;
using System.Reflection;
using System.Runtime.Serialization;
using System.Runtime.Serialization.Json;
using System.Text;
using System.Xml;
using System.Xml.Linq;

namespace Acervo.Client
{
    /// <summary>
    /// JSON of models, lists and dictionaries by the reader of .NET itself: its serializers know no members of any kind, and write bytes as
    /// lists of numbers.
    /// </summary>
    internal static class Json
    {
        private static readonly XmlDictionaryReaderQuotas Quotas = new XmlDictionaryReaderQuotas
        {
            MaxDepth = 100,
            MaxArrayLength = int.MaxValue,
            MaxBytesPerRead = int.MaxValue,
            MaxNameTableCharCount = int.MaxValue,
            MaxStringContentLength = int.MaxValue,
        };

        private static readonly ConcurrentDictionary<Type, Dictionary<string, PropertyInfo>> Members =
            new ConcurrentDictionary<Type, Dictionary<string, PropertyInfo>>();

        /// <exception cref="FormatException">if it is not JSON</exception>
        internal static T Read<T>(byte[] text)
        {
            try
            {
                using (var reader = JsonReaderWriterFactory.CreateJsonReader(text, Quotas))
                    return (T)ValueOf(XElement.Load(reader, LoadOptions.PreserveWhitespace), typeof(T));
            }
            catch (Exception problem) when (problem is XmlException || problem is InvalidOperationException)
            {
                throw new FormatException("not JSON", problem);
            }
        }

        internal static T Read<T>(string text) => Read<T>(Encoding.UTF8.GetBytes(text));

        private static object ValueOf(XElement element, Type type)
        {
            var kind = (string)element.Attribute("type");
            if (kind == "null") return null;
            type = Nullable.GetUnderlyingType(type) ?? type;
            if (type == typeof(object)) type = TypeOf(kind, element.Value);
            if (type == typeof(byte[])) return Convert.FromBase64String(element.Value);
            if (type == typeof(string) || type.IsPrimitive) return Convert.ChangeType(element.Value, type, CultureInfo.InvariantCulture);
            var made = Activator.CreateInstance(type);
            if (made is IList list)
            {
                foreach (var each in element.Elements()) list.Add(ValueOf(each, type.GetGenericArguments()[0]));
            }
            else if (made is IDictionary dictionary)
            {
                foreach (var each in element.Elements()) dictionary[NameOf(each)] = ValueOf(each, type.GetGenericArguments()[1]);
            }
            else
            {
                var members = MembersOf(type);
                foreach (var each in element.Elements())
                    if (members.TryGetValue(NameOf(each), out var member)) member.SetValue(made, ValueOf(each, member.PropertyType));
            }
            return made;
        }

        private static Type TypeOf(string kind, string value)
        {
            switch (kind)
            {
                case "object":
                    return typeof(Dictionary<string, object>);
                case "array":
                    return typeof(List<object>);
                case "boolean":
                    return typeof(bool);
                case "number":
                    return long.TryParse(value, NumberStyles.AllowLeadingSign, CultureInfo.InvariantCulture, out _) ? typeof(long) : typeof(double);
                default:
                    return typeof(string);
            }
        }

        /// <summary>The reader keeps names that are none in XML in an attribute.</summary>
        private static string NameOf(XElement element) => (string)element.Attribute("item") ?? element.Name.LocalName;

        private static Dictionary<string, PropertyInfo> MembersOf(Type type) =>
            Members.GetOrAdd(
                type, each => each.GetProperties().ToDictionary(one => one.GetCustomAttribute<DataMemberAttribute>()?.Name ?? one.Name));

        internal static string Write(object value)
        {
            var text = new StringBuilder();
            Append(text, value);
            return text.ToString();
        }

        private static void Append(StringBuilder text, object value)
        {
            if (value == null) text.Append("null");
            else if (value is string told) AppendText(text, told);
            else if (value is bool truth) text.Append(truth ? "true" : "false");
            else if (value is byte[] bytes) AppendText(text, Convert.ToBase64String(bytes));
            else if (value is double || value is float) text.Append(Convert.ToDouble(value).ToString("R", CultureInfo.InvariantCulture));
            else if (value.GetType().IsPrimitive || value is decimal) text.Append(Convert.ToString(value, CultureInfo.InvariantCulture));
            else if (value is IDictionary dictionary) AppendObject(text, dictionary.Keys.Cast<object>().Select(key => Pair((string)key, dictionary[key])));
            else if (value is IEnumerable list) AppendList(text, list);
            // What is not given is not sent.
            else AppendObject(text, MembersOf(value.GetType()).Select(each => Pair(each.Key, each.Value.GetValue(value))).Where(each => each.Value != null));
        }

        private static KeyValuePair<string, object> Pair(string name, object value) => new KeyValuePair<string, object>(name, value);

        private static void AppendObject(StringBuilder text, IEnumerable<KeyValuePair<string, object>> members)
        {
            var before = '{';
            foreach (var each in members)
            {
                text.Append(before);
                AppendText(text, each.Key);
                text.Append(':');
                Append(text, each.Value);
                before = ',';
            }
            text.Append(before == '{' ? "{}" : "}");
        }

        private static void AppendList(StringBuilder text, IEnumerable values)
        {
            var before = '[';
            foreach (var each in values)
            {
                text.Append(before);
                Append(text, each);
                before = ',';
            }
            text.Append(before == '[' ? "[]" : "]");
        }

        private static void AppendText(StringBuilder text, string value)
        {
            text.Append('"');
            foreach (var each in value)
            {
                if (each == '"' || each == '\\') text.Append('\\').Append(each);
                else if (each < ' ') text.Append("\\u").Append(((int)each).ToString("x4"));
                else text.Append(each);
            }
            text.Append('"');
        }
    }
}
