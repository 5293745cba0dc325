package dev.colonnade.sql.function.array;

import dev.colonnade.sql.function.interrupt.BoundedText;
import dev.colonnade.type.value.ArrayShape;
import dev.colonnade.type.value.ArrayValue;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Text form of arrays in PostgreSQL: <code>{1,2,NULL,"a b"}</code>. */
public final class ArrayText {
  private ArrayText() {}

  /** Returns the unparsed texts of the elements, with the shape of the array; null for NULL. */
  public static List<@Nullable String> parse(String text) {
    return new ArrayLiteralParser(text).parse();
  }

  /** Returns the text of an array with these element texts, of its shape. */
  public static String format(List<@Nullable String> elements) {
    return format(ArrayValue.shapeOf(elements), elements);
  }

  /** Returns the text of an array of a shape with these element texts. */
  public static String format(ArrayShape shape, List<@Nullable String> elements) {
    BoundedText out = new BoundedText();
    if (!shape.isFromOne()) {
      out.append(shape.toString()).append('=');
    }
    if (elements.isEmpty()) {
      return out.append("{}").toString();
    }
    for (int i = 0; i < elements.size(); i++) {
      out.append(i == 0 ? "" : ",").append("{", shape.opened(i));
      String element = elements.get(i);
      out.append(element == null ? "NULL" : needsQuotes(element) ? quote(element) : element);
      out.append("}", shape.closed(i));
    }
    return out.toString();
  }

  /** Returns whether a character is a blank between the elements of arrays and ranges. */
  public static boolean isBlank(char letter) {
    return ArrayLiteralDimensions.isBlank(letter);
  }

  private static boolean needsQuotes(String element) {
    return element.isEmpty()
        || element.toLowerCase(Locale.ROOT).equals("null")
        || element
            .chars()
            .anyMatch(
                letter ->
                    "{},\"\\".indexOf(letter) >= 0
                        || ArrayLiteralDimensions.isBlank((char) letter));
  }

  private static String quote(String element) {
    return '"' + element.replace("\\", "\\\\").replace("\"", "\\\"") + '"';
  }
}
