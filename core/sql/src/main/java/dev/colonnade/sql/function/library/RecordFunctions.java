package dev.colonnade.sql.function.library;

import dev.colonnade.sql.function.interrupt.BoundedText;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Conversion of rows (composite values) to text and JSON. */
public final class RecordFunctions {
  /** Signatures for plans; statements can call only {@code row_to_json}. */
  public static final List<String> SIGNATURES =
      List.of(
          "row_to_json(anyjson) json = same",
          "object of row(variadic anyjson) json! = objectOfRow",
          "text of row(variadic anytext) text! = textOfRow",
          "text of row() text = textOfNothing",
          "letter of truth(bool) text = letterOfTruth");

  private RecordFunctions() {}

  public static String same(String json) {
    return json;
  }

  /** Returns the JSON object of alternating names, which are JSON strings, and values. */
  public static String objectOfRow(@Nullable Object... members) {
    BoundedText out = new BoundedText().append('{');
    for (int i = 0; i < members.length; i += 2) {
      out.append(i == 0 ? "" : ",").append(String.valueOf(members[i])).append(':');
      Object value = members[i + 1];
      out.append(value == null ? "null" : value.toString());
    }
    return out.append('}').toString();
  }

  /** Returns a row in PostgreSQL's text form: values in parentheses, quoted where necessary. */
  public static String textOfRow(@Nullable Object... values) {
    BoundedText out = new BoundedText().append('(');
    for (int i = 0; i < values.length; i++) {
      out.append(i == 0 ? "" : ",");
      Object value = values[i];
      if (value != null) {
        append(out, value.toString());
      }
    }
    return out.append(')').toString();
  }

  private static void append(BoundedText out, String value) {
    boolean needsQuotes =
        value.isEmpty()
            || value.chars().anyMatch(c -> "\"\\(),".indexOf(c) >= 0 || Character.isWhitespace(c));
    if (needsQuotes) {
      out.append('"').append(value.replace("\\", "\\\\").replace("\"", "\"\"")).append('"');
    } else {
      out.append(value);
    }
  }

  /** Returns the texts of the fields of a row in its text form. */
  public static List<@Nullable String> fieldsOfText(String text, int count) {
    return RecordText.parse(text, count);
  }

  public static String textOfNothing() {
    return "()";
  }

  public static String letterOfTruth(boolean value) {
    return value ? "t" : "f";
  }
}
