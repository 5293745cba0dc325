package dev.colonnade.scan.filter.compiled;

import dev.colonnade.memory.NativeMemory;
import dev.colonnade.scan.column.ColumnVector;
import dev.colonnade.scan.column.TextDictionary;
import dev.colonnade.scan.row.ReadColumns;
import dev.colonnade.type.row.RowAccessor;
import java.lang.foreign.Arena;
import java.util.Arrays;
import java.util.List;

/** Predicate on a variable-width column, evaluated on its bytes. */
abstract class BytesPredicate extends ColumnPredicate {
  private final boolean negated;

  private BytesPredicate(ReadColumns columns, int number, boolean negated) {
    super(columns, number);
    this.negated = negated;
  }

  @Override
  final boolean test(RowAccessor row) {
    return !row.isNull(place)
        && matches(row.variableAddress(place), row.variableLength(place)) != negated;
  }

  @Override
  final void testAll(ColumnVector column, SelectionVector rows) {
    if (column.form() == ColumnVector.Form.CODED) {
      testCodes(column, rows);
      return;
    }
    for (int i = 0; i < rows.count; i++) {
      long offset = column.values() + (long) Integer.BYTES * rows.rows[i];
      int start = NativeMemory.getInt(offset);
      int length = NativeMemory.getInt(offset + Integer.BYTES) - start;
      rows.truth[i] = matches(column.bytes() + start, length) != negated;
    }
    rows.rejectNulls(column);
  }

  /** Evaluates the predicate once for each entry of the dictionary. */
  private void testCodes(ColumnVector column, SelectionVector rows) {
    long dictionary = column.bytes();
    boolean[] truth = new boolean[TextDictionary.entryCount(dictionary)];
    for (int code = 0; code < truth.length; code++) {
      truth[code] =
          matches(
                  TextDictionary.entryAddress(dictionary, code),
                  TextDictionary.entryLength(dictionary, code))
              != negated;
    }
    for (int i = 0; i < rows.count; i++) {
      rows.truth[i] = truth[column.code(rows.rows[i])];
    }
    rows.rejectNulls(column);
  }

  abstract boolean matches(long address, int length);

  /** Equality with a literal. */
  static final class Equal extends BytesPredicate {
    private final NativeBytes wanted;

    Equal(ReadColumns columns, int number, byte[] wanted, boolean negated) {
      super(columns, number, negated);
      this.wanted = new NativeBytes(wanted);
    }

    @Override
    boolean matches(long address, int length) {
      return length == wanted.length() && wanted.compareWith(address, length) == 0;
    }
  }

  /** Containment in a range of byte strings. */
  static final class Range extends BytesPredicate {
    private final NativeBytes start;
    private final NativeBytes end;
    private final boolean endless;

    Range(ReadColumns columns, int number, BytesRange span, boolean negated) {
      super(columns, number, negated);
      this.start = new NativeBytes(span.start().bytes());
      this.endless = span.end().isInfinity();
      this.end = new NativeBytes(endless ? new byte[0] : span.end().bytes());
    }

    @Override
    boolean matches(long address, int length) {
      return start.compareWith(address, length) <= 0
          && (endless || end.compareWith(address, length) > 0);
    }
  }

  /** Membership in a list (IN), by binary search. */
  static final class Member extends BytesPredicate {
    private final NativeBytes[] sorted;

    Member(ReadColumns columns, int number, List<byte[]> values, boolean negated) {
      super(columns, number, negated);
      Arena arena = Arena.ofAuto();
      this.sorted =
          values.stream()
              .sorted(Arrays::compareUnsigned)
              .map(value -> new NativeBytes(value, arena))
              .toArray(NativeBytes[]::new);
    }

    @Override
    boolean matches(long address, int length) {
      int from = 0;
      int to = sorted.length - 1;
      while (from <= to) {
        int middle = (from + to) >>> 1;
        int order = sorted[middle].compareWith(address, length);
        if (order == 0) {
          return true;
        }
        if (order < 0) {
          from = middle + 1;
        } else {
          to = middle - 1;
        }
      }
      return false;
    }
  }

  /** Match with a LIKE pattern. */
  public static final class Like extends BytesPredicate {
    private final LikePattern pattern;

    Like(ReadColumns columns, int number, LikePattern pattern, boolean negated) {
      super(columns, number, negated);
      this.pattern = pattern;
    }

    @Override
    boolean matches(long address, int length) {
      return pattern.matches(address, length);
    }
  }
}
