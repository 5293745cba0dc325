package dev.colonnade.client;

import dev.colonnade.client.page.ArrowMessages;
import dev.colonnade.protocol.Bytes;
import dev.colonnade.protocol.ErrorCategory;
import dev.colonnade.protocol.response.ErrorResponse;
import dev.colonnade.protocol.response.ScanResponse;
import dev.colonnade.protocol.result.Compression;
import dev.colonnade.protocol.result.ResultColumn;
import dev.colonnade.protocol.result.ResultMetadata;
import dev.colonnade.protocol.result.ResumeReason;
import dev.colonnade.protocol.result.ScanFormat;
import dev.colonnade.protocol.result.WireScanUsage;
import dev.colonnade.protocol.schema.ColumnDefinition;
import dev.colonnade.protocol.schema.ColumnDescription;
import dev.colonnade.protocol.schema.FamilyDescription;
import dev.colonnade.protocol.schema.KeyColumnDescription;
import dev.colonnade.protocol.schema.SchemaVersion;
import dev.colonnade.protocol.schema.SortOrder;
import dev.colonnade.protocol.schema.TableDescription;
import dev.colonnade.protocol.schema.WireType;
import io.netty.buffer.Unpooled;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Responses of a fake server: a table with an id and a name, and rows of it. */
final class FakeResponses {
  static final TableDescription PEOPLE =
      new TableDescription(
          7,
          "people",
          List.of(new KeyColumnDescription(1, SortOrder.ASCENDING)),
          List.of(
              new SchemaVersion(
                  1,
                  List.of(
                      new ColumnDescription(1, ColumnDefinition.required("id", WireType.BIGINT)),
                      new ColumnDescription(2, ColumnDefinition.nullable("name", WireType.TEXT))),
                  List.of(new FamilyDescription(0, "primary", List.of(2))))));

  static final List<ResultColumn> COLUMNS =
      List.of(
          new ResultColumn(1, "id", WireType.BIGINT, false),
          new ResultColumn(2, "name", WireType.TEXT, true));

  private FakeResponses() {}

  static ResultMetadata head() {
    return new ResultMetadata(
        new ResultMetadata.Encoding(ScanFormat.COL_BATCH, Compression.NONE),
        5,
        1,
        COLUMNS,
        Bytes.copyOf(ArrowMessages.schema(COLUMNS)));
  }

  static ScanResponse.Opened opened() {
    return new ScanResponse.Opened(head());
  }

  /** Returns a page of rows with ascending ids. */
  public static ScanResponse.Page page(long firstId, int rowCount) {
    List<Map<String, @Nullable Object>> rows = new ArrayList<>();
    for (int i = 0; i < rowCount; i++) {
      rows.add(Map.of("id", firstId + i, "name", "n" + (firstId + i)));
    }
    return new ScanResponse.Page(
        rowCount,
        ResumeReason.PAGE_ROWS,
        Bytes.ofHex("aa"),
        new WireScanUsage(rowCount, rowCount, rowCount, 100, 100),
        Unpooled.wrappedBuffer(ArrowMessages.batch(COLUMNS, rows, Compression.NONE)));
  }

  public static ScanResponse.End end() {
    return new ScanResponse.End(ResumeReason.END, Bytes.EMPTY, WireScanUsage.NONE, List.of());
  }

  static ErrorResponse error(ErrorCategory category) {
    return new ErrorResponse(1234, "XX000", category, "scripted failure", "");
  }
}
