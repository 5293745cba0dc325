package dev.colonnade.protocol.codec;

import dev.colonnade.protocol.Bytes;
import dev.colonnade.protocol.NamedValue;
import dev.colonnade.protocol.ProtocolException;
import dev.colonnade.protocol.mutation.MutationLayout;
import dev.colonnade.protocol.mutation.WriteDurability;
import dev.colonnade.protocol.request.Get;
import dev.colonnade.protocol.request.Write;
import dev.colonnade.protocol.response.GetRows;
import dev.colonnade.protocol.response.ScanResponse;
import dev.colonnade.protocol.response.WriteOk;
import dev.colonnade.protocol.result.ResultColumn;
import dev.colonnade.protocol.result.ResultMetadata;
import dev.colonnade.protocol.result.ResumeReason;
import dev.colonnade.protocol.result.WireScanUsage;
import dev.colonnade.protocol.schema.TableVersion;
import java.util.List;

/**
 * Codec of the messages that contain rows. The buffer of a message is the last part of its frame;
 * it is not written here, and is read as a slice of the frame.
 */
final class RowMessageCodec {
  /** Minimum bytes of a tuple: its null bitmap. */
  private static final int TUPLE_BYTES_MIN = 1;

  private static final int MUTATION_BYTES_MIN = MutationLayout.HEAD_BYTES + TUPLE_BYTES_MIN;

  private static final WriteDurability[] DURABILITIES = WriteDurability.values();
  private static final ResumeReason[] REASONS = ResumeReason.values();

  private RowMessageCodec() {}

  static void writeTableVersion(WireWriter out, TableVersion table) {
    out.writeI32(table.tableId());
    out.writeU16(table.schemaVersion());
  }

  static TableVersion readTableVersion(WireReader in) {
    return new TableVersion(in.readI32("table.id"), in.readU16("table.schemaVersion"));
  }

  static void writeWrite(WireWriter out, Write write) {
    writeTableVersion(out, write.table());
    out.writeCode(write.durability());
    out.writeColumnIds(write.columnIds());
    out.writeVarint(write.mutationCount());
  }

  static Write readWrite(WireReader in) {
    TableVersion table = readTableVersion(in);
    WriteDurability durability = in.readCode(DURABILITIES, "write.durability");
    List<Integer> columnIds = in.readColumnIds("write.columnIds");
    int mutationCount = in.readVarint("write.mutationCount");
    requireRemaining(mutationCount, MUTATION_BYTES_MIN, in, "write.mutationCount");
    return new Write(table, durability, columnIds, mutationCount, in.readRest());
  }

  static void writeGet(WireWriter out, Get get) {
    writeTableVersion(out, get.table());
    out.writeColumnIds(get.selection().columnIds());
    ScanCodec.writeReadMode(out, get.selection().read());
    out.writeCode(get.selection().format());
    out.writeVarint(get.keyCount());
  }

  static Get readGet(WireReader in) {
    TableVersion table = readTableVersion(in);
    Get.Selection selection =
        new Get.Selection(
            in.readColumnIds("get.columnIds"),
            ScanCodec.readReadMode(in),
            ScanCodec.readFormat(in));
    int keyCount = in.readVarint("get.keyCount");
    requireRemaining(keyCount, TUPLE_BYTES_MIN, in, "get.keyCount");
    return new Get(table, selection, keyCount, in.readRest());
  }

  static void writeWriteOk(WireWriter out, WriteOk ok) {
    out.writeI64(ok.commitTimestamp());
    out.writeI64(ok.insertedCount());
    out.writeI64(ok.updatedCount());
    out.writeI64(ok.deletedCount());
  }

  static WriteOk readWriteOk(WireReader in) {
    return new WriteOk(
        in.readI64("writeOk.commitTimestamp"),
        in.readI64("writeOk.insertedCount"),
        in.readI64("writeOk.updatedCount"),
        in.readI64("writeOk.deletedCount"));
  }

  static void writeRows(WireWriter out, GetRows rows) {
    writeHead(out, rows.head());
    out.writeVarint(rows.rowCount());
    writeUsage(out, rows.usage());
  }

  static GetRows readRows(WireReader in) {
    ResultMetadata head = readHead(in);
    int rowCount = in.readVarint("rows.rowCount");
    WireScanUsage usage = readUsage(in);
    return new GetRows(head, rowCount, usage, in.readRest());
  }

  static void writeHead(WireWriter out, ResultMetadata head) {
    out.writeCode(head.encoding().format());
    out.writeCode(head.encoding().compression());
    out.writeI64(head.readTimestamp());
    out.writeU16(head.schemaVersion());
    out.writeList(head.columns(), RowMessageCodec::writeResultColumn);
    out.writeBytes(head.arrowSchema());
  }

  static ResultMetadata readHead(WireReader in) {
    ResultMetadata.Encoding encoding =
        new ResultMetadata.Encoding(ScanCodec.readFormat(in), ScanCodec.readCompression(in));
    long readTimestamp = in.readI64("result.readTimestamp");
    int schemaVersion = in.readU16("result.schemaVersion");
    List<ResultColumn> columns = in.readList("result.columns", RowMessageCodec::readResultColumn);
    in.requireColumnCount(columns.size(), "result.columns");
    return new ResultMetadata(
        encoding, readTimestamp, schemaVersion, columns, in.readBytes("result.arrowSchema"));
  }

  static void writePage(WireWriter out, ScanResponse.Page page) {
    out.writeVarint(page.rowCount());
    out.writeCode(page.reason());
    out.writeBytes(page.resume());
    writeUsage(out, page.usage());
  }

  static ScanResponse.Page readPage(WireReader in) {
    int rowCount = in.readVarint("page.rowCount");
    ResumeReason reason = in.readCode(REASONS, "page.reason");
    Bytes resume = in.readBytes("page.resume");
    WireScanUsage usage = readUsage(in);
    return new ScanResponse.Page(rowCount, reason, resume, usage, in.readRest());
  }

  static void writeEnd(WireWriter out, ScanResponse.End end) {
    out.writeCode(end.reason());
    out.writeBytes(end.resume());
    writeUsage(out, end.usage());
    out.writeList(end.trace(), RowMessageCodec::writeNamedValue);
  }

  static ScanResponse.End readEnd(WireReader in) {
    return new ScanResponse.End(
        in.readCode(REASONS, "end.reason"),
        in.readBytes("end.resume"),
        readUsage(in),
        in.readList("end.trace", RowMessageCodec::readNamedValue));
  }

  static void writeNamedValue(WireWriter out, NamedValue measurement) {
    out.writeText(measurement.name());
    out.writeI64(measurement.value());
  }

  static NamedValue readNamedValue(WireReader in) {
    return new NamedValue(in.readText("measurement.name"), in.readI64("measurement.value"));
  }

  private static void writeResultColumn(WireWriter out, ResultColumn column) {
    out.writeVarint(column.columnId());
    out.writeText(column.name());
    SchemaCodec.writeType(out, column.type());
    out.writeBoolean(column.nullable());
  }

  private static ResultColumn readResultColumn(WireReader in) {
    return new ResultColumn(
        in.readVarint("result.columnId"),
        in.readText("result.columnName"),
        SchemaCodec.readType(in),
        in.readBoolean("result.nullable"));
  }

  private static void writeUsage(WireWriter out, WireScanUsage usage) {
    out.writeI64(usage.rowCount());
    out.writeI64(usage.rowsScanned());
    out.writeI64(usage.pairsScanned());
    out.writeI64(usage.scannedBytes());
    out.writeI64(usage.encodedBytes());
  }

  private static WireScanUsage readUsage(WireReader in) {
    return new WireScanUsage(
        in.readI64("usage.rowCount"),
        in.readI64("usage.rowsScanned"),
        in.readI64("usage.pairsScanned"),
        in.readI64("usage.scannedBytes"),
        in.readI64("usage.encodedBytes"));
  }

  private static void requireRemaining(int count, int bytesMin, WireReader in, String field) {
    if ((long) count * bytesMin > in.readableBytes()) {
      throw ProtocolException.malformed(
          field + " exceeds the remaining bytes: count=" + count + " bytes=" + in.readableBytes());
    }
  }
}
