package dev.colonnade.range;

import dev.colonnade.key.Key;
import dev.colonnade.range.statistics.RowBoundaries;
import java.util.Arrays;

/**
 * Row boundaries of test keys: a row prefix that ends with a semicolon, then a family, '0' for the
 * first.
 */
final class FamilyRowBoundaries implements RowBoundaries {
  @Override
  public Key rowStart(Key key) {
    byte[] bytes = key.bytes();
    for (int end = 0; end < bytes.length; end++) {
      if (bytes[end] == ';') {
        return Key.wrap(Arrays.copyOf(bytes, end + 1));
      }
    }
    return key;
  }

  @Override
  public boolean startsRow(Key key) {
    return key.bytes()[key.length() - 1] == '0';
  }
}
