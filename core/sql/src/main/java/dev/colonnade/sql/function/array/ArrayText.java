package dev.colonnade.sql.function.array;

import dev.colonnade.sql.function.interrupt.BoundedText;
import dev.colonnade.sql.type.TypeKind;
import dev.colonnade.type.base.BaseType;
import dev.colonnade.type.base.BaseValue;
import dev.colonnade.type.value.ArrayShape;
import dev.colonnade.type.value.ArrayValue;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Text form of arrays in PostgreSQL: <code>{1,2,NULL,"a b"}</code>. */
public final class ArrayText {
  private static final char COMMA = ',';

  private ArrayText() {}

  /** Returns the unparsed texts of the elements, with the shape of the array; null for NULL. */
  public static List<@Nullable String> parse(String text) {
    return parse(text, COMMA);
  }

  /** Variant of {@link #parse(String)} for elements with another delimiter. */
  public static List<@Nullable String> parse(String text, char delimiter) {
    return new ArrayLiteralParser(text, delimiter).parse();
  }

  /** Returns the delimiter between the elements of an array of a kind. */
  public static char delimiter(TypeKind element) {
    BaseType base = element.base();
    return base == null ? COMMA : base.delimiter();
  }

  /** Returns the delimiter between the elements of an array, by its first value. */
  public static char delimiter(List<?> elements) {
    for (Object element : elements) {
      if (element != null) {
        return element instanceof BaseValue value ? value.type().delimiter() : COMMA;
      }
    }
    return COMMA;
  }

  /** Returns the text of an array with these element texts, of its shape. */
  public static String format(List<@Nullable String> elements) {
    return format(ArrayValue.shapeOf(elements), elements);
  }

  /** Returns the text of an array of a shape with these element texts. */
  public static String format(ArrayShape shape, List<@Nullable String> elements) {
    return format(shape, elements, COMMA);
  }

  /** Variant of {@link #format(ArrayShape, List)} for elements with another delimiter. */
  public static String format(ArrayShape shape, List<@Nullable String> elements, char delimiter) {
    BoundedText out = new BoundedText();
    if (!shape.isFromOne()) {
      out.append(shape.toString()).append('=');
    }
    if (elements.isEmpty()) {
      return out.append("{}").toString();
    }
    for (int i = 0; i < elements.size(); i++) {
      out.append(i == 0 ? "" : String.valueOf(delimiter)).append("{", shape.opened(i));
      String element = elements.get(i);
      out.append(
          element == null ? "NULL" : needsQuotes(element, delimiter) ? quote(element) : element);
      out.append("}", shape.closed(i));
    }
    return out.toString();
  }

  /** Returns whether a character is a blank between the elements of arrays and ranges. */
  public static boolean isBlank(char letter) {
    return ArrayLiteralDimensions.isBlank(letter);
  }

  private static boolean needsQuotes(String element, char delimiter) {
    return element.isEmpty()
        || element.toLowerCase(Locale.ROOT).equals("null")
        || element
            .chars()
            .anyMatch(
                letter ->
                    letter == delimiter
                        || "{}\"\\".indexOf(letter) >= 0
                        || ArrayLiteralDimensions.isBlank((char) letter));
  }

  private static String quote(String element) {
    return '"' + element.replace("\\", "\\\\").replace("\"", "\\\"") + '"';
  }
}
