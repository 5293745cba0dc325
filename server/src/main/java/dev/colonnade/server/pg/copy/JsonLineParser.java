package dev.colonnade.server.pg.copy;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.sql.copy.CopyDescription;
import dev.colonnade.sql.function.value.JsonText;
import dev.colonnade.sql.function.value.JsonText.Node;
import dev.colonnade.sql.type.SqlType;
import dev.colonnade.sql.type.TypeKind;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.util.List;
import java.util.Map;

/**
 * Parser of a row as a JSON object, whose keys are names of columns. A column without a key is
 * NULL; a key without a column is an error.
 */
final class JsonLineParser implements LineParser {
  private static final String NULL = "null";

  private final List<String> names;
  private final List<SqlType> types;

  JsonLineParser(CopyDescription terms) {
    names = terms.columnNames();
    types = terms.columnTypes();
  }

  @Override
  public void read(byte[] bytes, int from, int to, TextFieldBuilder fields) {
    Node line = JsonText.parse(decoded(bytes, from, to));
    if (!(line instanceof Node.ObjectNode(Map<String, Node> members, _))) {
      throw TextFieldBuilder.wrong("line is not a JSON object");
    }
    int found = 0;
    for (int i = 0; i < names.size(); i++) {
      Node value = members.get(names.get(i));
      found += value == null ? 0 : 1;
      if (value == null || isNull(value)) {
        fields.addNull();
      } else {
        byte[] text = text(value, types.get(i)).getBytes(UTF_8);
        fields.add(text, 0, text.length);
      }
    }
    if (found < members.size()) {
      String key =
          members.keySet().stream().filter(name -> !names.contains(name)).findFirst().get();
      throw TextFieldBuilder.wrong("no column for the key \"%s\"".formatted(key));
    }
  }

  private static String decoded(byte[] bytes, int from, int to) {
    try {
      return UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes, from, to - from)).toString();
    } catch (CharacterCodingException e) {
      throw new ColonnadeException(
          ErrorCode.INVALID_TEXT, "invalid byte sequence for encoding \"UTF8\"", e);
    }
  }

  private static boolean isNull(Node value) {
    return value instanceof Node.LiteralNode(String source) && source.equals(NULL);
  }

  /** Returns a value in the text form of its column's type. */
  private static String text(Node value, SqlType type) {
    if (type.kind() == TypeKind.JSON || type.kind() == TypeKind.JSONB) {
      return value.source();
    }
    SqlType element = type.element();
    if (element != null && value instanceof Node.ArrayNode array) {
      StringBuilder out = new StringBuilder();
      appendArray(out, array, element);
      return out.toString();
    }
    return value instanceof Node.StringNode(String text, _) ? text : value.source();
  }

  private static void appendArray(StringBuilder out, Node.ArrayNode array, SqlType element) {
    String separator = "{";
    for (Node value : array.elements()) {
      out.append(separator);
      separator = ",";
      if (isNull(value)) {
        out.append("NULL");
      } else if (value instanceof Node.ArrayNode nested && !isJson(element)) {
        appendArray(out, nested, element);
      } else {
        String text = text(value, element);
        out.append('"').append(text.replace("\\", "\\\\").replace("\"", "\\\"")).append('"');
      }
    }
    out.append(array.elements().isEmpty() ? "{}" : "}");
  }

  private static boolean isJson(SqlType type) {
    return type.kind() == TypeKind.JSON || type.kind() == TypeKind.JSONB;
  }
}
