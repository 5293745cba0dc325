package dev.colonnade.client.page.pair;

import dev.colonnade.client.page.ColumnReader;
import dev.colonnade.client.page.Decompressor;
import dev.colonnade.client.page.PageDecoder;
import dev.colonnade.client.page.PageInfo;
import dev.colonnade.client.page.ResultPage;
import dev.colonnade.client.page.column.ConstantColumns;
import dev.colonnade.client.page.column.FixedColumns;
import dev.colonnade.client.page.column.MixedColumn;
import dev.colonnade.client.page.column.NullMask;
import dev.colonnade.client.page.column.StoredBytesColumn;
import dev.colonnade.client.page.column.StoredValues;
import dev.colonnade.client.page.column.ValueSlots;
import dev.colonnade.protocol.result.ResultColumn;
import dev.colonnade.protocol.result.ResultMetadata;
import dev.colonnade.protocol.row.FamilyLayout;
import dev.colonnade.protocol.schema.ColumnDescription;
import dev.colonnade.protocol.schema.Literal;
import dev.colonnade.protocol.schema.TableDescription;
import io.netty.buffer.ByteBuf;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import java.util.Optional;

/** Decoder of the pages of a {@code KEY_VALUES} result. */
public final class PairPageDecoder implements PageDecoder {
  private final ResultMetadata head;
  private final TableDescription description;
  private final TableLayout table;

  /**
   * Creates a decoder.
   *
   * @param description of the table that was read, at least as new as the result's schema version
   */
  public PairPageDecoder(ResultMetadata head, TableDescription description) {
    this.head = head;
    this.description = description;
    this.table = new TableLayout(description);
  }

  @Override
  public ResultPage decode(PageInfo info, ByteBuf payload) {
    try {
      ByteBuffer content =
          Decompressor.decompress(head.encoding().compression(), payload.nioBuffer());
      ByteBuffer memory = content.slice().order(ByteOrder.LITTLE_ENDIAN);
      PairIndex pairs = new PairIndex(table, memory, info.rowCount());
      Columns columns = new Columns(pairs, new KeyColumns(table, pairs));
      return new ResultPage(head.columns(), info, columns::open, payload);
    } catch (RuntimeException refused) {
      payload.release();
      throw refused;
    }
  }

  /** Factory of the column readers of one page. */
  private final class Columns {
    private final PairIndex pairs;
    private final KeyColumns keys;

    Columns(PairIndex pairs, KeyColumns keys) {
      this.pairs = pairs;
      this.keys = keys;
    }

    ColumnReader open(int index) {
      ResultColumn column = head.columns().get(index);
      int keyIndex = table.keyIndexOf(column.columnId());
      return keyIndex >= 0
          ? keys.open(column, keyIndex)
          : openStored(column, pairs.family(table.familyIndexOf(column.columnId())));
    }

    private ColumnReader openStored(ResultColumn column, PairIndex.FamilyIndex family) {
      PairIndex.VersionList versions = family.versions();
      if (versions.count() == 0) {
        return missing(column);
      }
      if (versions.count() == 1 && family.isComplete()) {
        return openVersion(column, family.values(), versions.layout(0));
      }
      ColumnReader[] choices = new ColumnReader[versions.count() + 1];
      for (int i = 0; i < versions.count(); i++) {
        choices[i] = openVersion(column, family.values(), versions.layout(i));
      }
      choices[versions.count()] = missing(column);
      int[] choiceOfRow = new int[pairs.rowCount()];
      for (int row = 0; row < choiceOfRow.length; row++) {
        choiceOfRow[row] =
            family.isPresent(row) ? versions.indexOf(family.version(row)) : versions.count();
      }
      return new MixedColumn(column, choices, choiceOfRow);
    }

    private ColumnReader openVersion(
        ResultColumn column, StoredValues values, FamilyLayout layout) {
      int position = layout.position(column.columnId());
      if (position == FamilyLayout.NONE) {
        return missing(column);
      }
      if (layout.slotOffset(position) == FamilyLayout.NONE) {
        return new StoredBytesColumn(column, values, layout, position);
      }
      return FixedColumns.open(
          column,
          ValueSlots.inRows(values.memory(), values.starts(), layout.slotOffset(position)),
          NullMask.inRows(values.memory(), values.starts(), layout.nullBit(position)));
    }

    private ColumnReader missing(ResultColumn column) {
      return ConstantColumns.open(column, missingValue(column.columnId()));
    }
  }

  private Optional<Literal> missingValue(int columnId) {
    List<ColumnDescription> columns = description.current().columns();
    return columns.stream()
        .filter(column -> column.columnId() == columnId)
        .findFirst()
        .flatMap(column -> column.definition().missingValue());
  }
}
