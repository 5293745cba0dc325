package dev.colonnade.client.page.column;

import dev.colonnade.client.page.ColumnReader;
import dev.colonnade.protocol.scan.ResultColumn;

/** Column of a fixed-width type. */
abstract class FixedColumn extends ColumnReader {
  final Slots slots;
  private final Nulls nulls;

  FixedColumn(ResultColumn column, Slots slots, Nulls nulls) {
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
