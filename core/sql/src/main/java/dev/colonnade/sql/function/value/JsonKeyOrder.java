package dev.colonnade.sql.function.value;

import dev.colonnade.sql.function.interrupt.Interruption;
import java.util.Comparator;

/**
 * Order of the keys of an object of {@code jsonb}: by their length in UTF-8, then by their bytes.
 */
public final class JsonKeyOrder implements Comparator<String> {
  public static final JsonKeyOrder INSTANCE = new JsonKeyOrder();

  private JsonKeyOrder() {}

  @Override
  public int compare(String left, String right) {
    int byLength = Integer.compare(utf8Length(left), utf8Length(right));
    return byLength != 0 ? byLength : SqlValueComparator.compare(left, right);
  }

  private static int utf8Length(String text) {
    int length = text.length();
    for (int i = 0; i < text.length(); i++) {
      Interruption.check(i);
      char c = text.charAt(i);
      // A surrogate is half of a code point of four bytes.
      length += c < 0x80 ? 0 : c < 0x800 || Character.isSurrogate(c) ? 1 : 2;
    }
    return length;
  }
}
