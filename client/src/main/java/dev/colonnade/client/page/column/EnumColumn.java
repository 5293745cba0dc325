package dev.colonnade.client.page.column;

import dev.colonnade.client.page.ColumnReader;
import dev.colonnade.protocol.ProtocolException;
import dev.colonnade.protocol.result.ResultColumn;
import dev.colonnade.protocol.schema.WireEnumLabel;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** ENUM column: a number for each value, and the mapping of numbers to labels. */
public final class EnumColumn extends ColumnReader {
  private static final int UNKNOWN = -1;

  private final ValueSlots slots;
  private final NullMask nulls;
  private final int widthBytes;
  private final int[] numbers;
  private final int @Nullable [] ordinals;

  private EnumColumn(
      ResultColumn column,
      ValueSlots slots,
      NullMask nulls,
      int widthBytes,
      int @Nullable [] ordinals) {
    super(column);
    this.slots = slots;
    this.nulls = nulls;
    this.widthBytes = widthBytes;
    this.ordinals = ordinals;
    this.numbers = column.type().labels().stream().mapToInt(WireEnumLabel::rank).toArray();
  }

  /** Returns the reader of a column whose numbers are the ranks of the labels, four bytes each. */
  public static ColumnReader ofRanks(ResultColumn column, ValueSlots slots, NullMask nulls) {
    return new EnumColumn(column, slots, nulls, Integer.BYTES, null);
  }

  /**
   * Returns the reader of a column whose numbers are positions in a dictionary of labels, all of
   * which the type must have.
   *
   * @param widthBytes 1, 2 or 4
   */
  public static ColumnReader ofDictionary(
      ResultColumn column,
      ValueSlots slots,
      NullMask nulls,
      int widthBytes,
      List<String> dictionary) {
    int[] ordinals = new int[dictionary.size()];
    List<String> labels = column.type().labels().stream().map(WireEnumLabel::label).toList();
    for (int i = 0; i < ordinals.length; i++) {
      ordinals[i] = labels.indexOf(dictionary.get(i));
    }
    return new EnumColumn(column, slots, nulls, widthBytes, ordinals);
  }

  @Override
  public boolean isNull(int row) {
    return nulls.isNull(row);
  }

  @Override
  public int ordinalAt(int row) {
    if (isNull(row)) {
      return 0;
    }
    int number = number(row);
    int ordinal = ordinals == null ? Arrays.binarySearch(numbers, number) : ordinal(number);
    if (ordinal < 0) {
      throw ProtocolException.malformed(
          "enum has no such label: column=" + column().name() + " number=" + number);
    }
    return ordinal;
  }

  @Override
  public String textAt(int row) {
    requirePresent(row);
    return column().type().labels().get(ordinalAt(row)).label();
  }

  @Override
  protected void detach() {
    slots.detach();
    nulls.detach();
  }

  private int number(int row) {
    int offset = slots.offset(row);
    return switch (widthBytes) {
      case Byte.BYTES -> slots.memory().get(offset) & 0xFF;
      case Short.BYTES -> slots.memory().getShort(offset) & 0xFFFF;
      default -> slots.memory().getInt(offset);
    };
  }

  private int ordinal(int number) {
    return ordinals != null && number >= 0 && number < ordinals.length ? ordinals[number] : UNKNOWN;
  }
}
