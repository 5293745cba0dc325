package dev.colonnade.sql.function;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import java.util.List;

/**
 * The order of an enum's labels, for plans, in which values of enums are text. A plan holds the
 * labels as one text: the name of the enum and the labels in order, each with a mark behind it.
 */
public final class EnumLabels {
  /** No label that a user types has it. */
  private static final char MARK = '\u0001';

  private EnumLabels() {}

  /** The text for an enum. */
  public static String text(String name, List<String> labels) {
    StringBuilder text = new StringBuilder(name).append(MARK);
    labels.forEach(label -> text.append(label).append(MARK));
    return text.toString();
  }

  /**
   * The place of a label, from 0.
   *
   * @throws ColonnadeException INVALID_TEXT_REPRESENTATION if the enum has no such label
   */
  public static int place(String labels, String label) {
    int start = labels.indexOf(MARK) + 1;
    for (int place = 0; start < labels.length(); place++) {
      int end = labels.indexOf(MARK, start);
      if (end - start == label.length() && labels.startsWith(label, start)) {
        return place;
      }
      start = end + 1;
    }
    throw new ColonnadeException(
        ErrorCode.INVALID_TEXT_REPRESENTATION,
        "invalid input value for enum %s: \"%s\""
            .formatted(labels.substring(0, labels.indexOf(MARK)), label));
  }

  /** The same text, as no value of an enum any more. */
  public static String asText(String label) {
    return label;
  }

  /** The label at a place. */
  public static String label(String labels, int place) {
    int start = labels.indexOf(MARK) + 1;
    for (int passed = 0; passed < place; passed++) {
      start = labels.indexOf(MARK, start) + 1;
    }
    return labels.substring(start, labels.indexOf(MARK, start));
  }
}
