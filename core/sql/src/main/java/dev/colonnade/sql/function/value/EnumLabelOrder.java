package dev.colonnade.sql.function.value;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Label order of enums in plans, where enum values are text. A plan encodes an enum as one text:
 * its name and its labels in order, each followed by a separator.
 */
public final class EnumLabelOrder {
  /** Separator, which occurs in no label. */
  private static final char SEPARATOR = '\u0001';

  private EnumLabelOrder() {}

  /** Returns the encoded text of an enum. */
  public static String text(String name, List<String> labels) {
    StringBuilder text = new StringBuilder(name).append(SEPARATOR);
    labels.forEach(label -> text.append(label).append(SEPARATOR));
    return text.toString();
  }

  /**
   * Returns the position of a label, from 0.
   *
   * @throws ColonnadeException INVALID_TEXT_REPRESENTATION if the enum has no such label
   */
  public static int position(String labels, String label) {
    int start = labels.indexOf(SEPARATOR) + 1;
    for (int position = 0; start < labels.length(); position++) {
      int end = labels.indexOf(SEPARATOR, start);
      if (end - start == label.length() && labels.startsWith(label, start)) {
        return position;
      }
      start = end + 1;
    }
    throw new ColonnadeException(
        ErrorCode.INVALID_TEXT_REPRESENTATION,
        "invalid input value for enum %s: \"%s\""
            .formatted(labels.substring(0, labels.indexOf(SEPARATOR)), label));
  }

  /** Returns all labels, in order. */
  private static List<String> labels(String encoded) {
    String text = encoded.substring(encoded.indexOf(SEPARATOR) + 1, encoded.length() - 1);
    return List.of(text.split(String.valueOf(SEPARATOR), -1));
  }

  /** Returns the first label; the value decides the enum only. */
  public static String first(String labels, @Nullable String value) {
    return labels(labels).getFirst();
  }

  /** Returns the last label; the value decides the enum only. */
  public static String last(String labels, @Nullable String value) {
    return labels(labels).getLast();
  }

  /** Returns all labels as an array; the value decides the enum only. */
  public static List<?> all(String labels, @Nullable String value) {
    return labels(labels);
  }

  /** Returns the labels between two as an array; NULL is no bound. */
  public static List<?> range(String labels, @Nullable String from, @Nullable String to) {
    int first = from == null ? 0 : position(labels, from);
    int end = to == null ? Integer.MAX_VALUE : position(labels, to) + 1;
    List<String> all = labels(labels);
    return first >= end ? List.of() : all.subList(first, Math.min(end, all.size()));
  }

  /** Returns the same text; it changes the type from the enum to text. */
  public static String asText(String label) {
    return label;
  }

  /** Returns the label at a position. */
  public static String label(String labels, int position) {
    int start = labels.indexOf(SEPARATOR) + 1;
    for (int passed = 0; passed < position; passed++) {
      start = labels.indexOf(SEPARATOR, start) + 1;
    }
    return labels.substring(start, labels.indexOf(SEPARATOR, start));
  }
}
