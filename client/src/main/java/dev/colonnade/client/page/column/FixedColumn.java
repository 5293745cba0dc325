package dev.colonnade.client.page.column;

import dev.colonnade.client.page.ColumnReader;
import dev.colonnade.protocol.result.ResultColumn;

/** Column of a fixed-width type. */
abstract class FixedColumn extends ColumnReader {
  final ValueSlots slots;
  private final NullMask nulls;

  FixedColumn(ResultColumn column, ValueSlots slots, NullMask nulls) {
    super(column);
    this.slots = slots;
    this.nulls = nulls;
  }

  @Override
  public final boolean isNull(int row) {
    return nulls.isNull(row);
  }

  @Override
  protected final void detach() {
    slots.detach();
    nulls.detach();
  }
}
