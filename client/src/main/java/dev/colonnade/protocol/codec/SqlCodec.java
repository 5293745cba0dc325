package dev.colonnade.protocol.codec;

import dev.colonnade.protocol.NamedText;
import dev.colonnade.protocol.ProtocolException;
import dev.colonnade.protocol.request.SqlRequest;
import dev.colonnade.protocol.response.SqlResponse;
import dev.colonnade.protocol.session.WireTransactionState;
import dev.colonnade.protocol.sql.RowEncoding;
import dev.colonnade.protocol.sql.SqlColumnInfo;
import dev.colonnade.protocol.sql.SqlCompletion;
import dev.colonnade.protocol.sql.SqlExecutionOptions;
import dev.colonnade.protocol.sql.SqlNoticeInfo;
import dev.colonnade.protocol.sql.SqlRowDescription;
import dev.colonnade.protocol.sql.SqlRows;
import dev.colonnade.protocol.sql.SqlSessionStatus;
import dev.colonnade.protocol.sql.SqlTypeInfo;
import dev.colonnade.protocol.sql.SqlTypeKind;
import java.util.List;
import java.util.Optional;

/**
 * Codec of SQL requests and their responses. Parameters and rows are the last part of their frames
 * and are not written here, as in {@link RowMessageCodec}.
 */
final class SqlCodec {
  private static final int FLAG_BEGINS_TRANSACTION = 0x01;
  private static final int FLAG_SHORT_RESULT_AS_VALUES = 0x02;
  private static final int TERMS_FLAGS = FLAG_BEGINS_TRANSACTION | FLAG_SHORT_RESULT_AS_VALUES;
  private static final int FLAG_SHAPE = 0x01;
  private static final int FLAG_VALUES = 0x02;
  private static final int ROWS_FLAGS = FLAG_SHAPE | FLAG_VALUES;
  private static final int FLAG_ARRAY = 0x01;

  /** Scale below -1, which follows as its absolute value. */
  private static final int FLAG_NEGATIVE_SCALE = 0x02;

  private static final SqlTypeKind[] KINDS = SqlTypeKind.values();
  private static final WireTransactionState[] STATES = WireTransactionState.values();

  private SqlCodec() {}

  static void writePrepare(WireWriter out, SqlRequest.Prepare prepare) {
    out.writeI32(prepare.statementId());
    out.writeText(prepare.text());
    out.writeList(prepare.parameterTypes(), SqlCodec::writeType);
  }

  static SqlRequest.Prepare readPrepare(WireReader in) {
    return new SqlRequest.Prepare(
        in.readI32("prepare.statementId"),
        in.readLongText("prepare.text"),
        readTypes(in, "prepare.parameterTypes"));
  }

  static void writeExecute(WireWriter out, SqlRequest.Execute execute) {
    out.writeI32(execute.statementId());
    writeTerms(out, execute.terms());
    out.writeVarint(execute.parameterCount());
  }

  static SqlRequest.Execute readExecute(WireReader in) {
    int statementId = in.readI32("execute.statementId");
    SqlExecutionOptions terms = readTerms(in);
    int parameterCount = in.readVarint("execute.parameterCount");
    requireRemaining(parameterCount, in);
    return new SqlRequest.Execute(statementId, terms, parameterCount, in.readRest());
  }

  static void writeExecuteBatch(WireWriter out, SqlRequest.ExecuteBatch batch) {
    out.writeI32(batch.statementId());
    writeTerms(out, batch.terms());
    out.writeVarint(batch.rowCount());
    out.writeVarint(batch.parameterCount());
  }

  static SqlRequest.ExecuteBatch readExecuteBatch(WireReader in) {
    int statementId = in.readI32("executeBatch.statementId");
    SqlExecutionOptions terms = readTerms(in);
    int rowCount = in.readVarint("executeBatch.rowCount");
    in.requireItemCount(rowCount, "executeBatch.rowCount");
    int parameterCount = in.readVarint("executeBatch.parameterCount");
    requireRemaining((long) rowCount * parameterCount, in);
    return new SqlRequest.ExecuteBatch(statementId, terms, rowCount, parameterCount, in.readRest());
  }

  static void writeRun(WireWriter out, SqlRequest.Run run) {
    out.writeText(run.text());
    writeTerms(out, run.terms());
  }

  static SqlRequest.Run readRun(WireReader in) {
    return new SqlRequest.Run(in.readLongText("run.text"), readTerms(in));
  }

  static void writeClose(WireWriter out, SqlRequest.Close close) {
    out.writeList(close.statementIds(), WireWriter::writeI32);
  }

  static SqlRequest.Close readClose(WireReader in) {
    return new SqlRequest.Close(
        in.readList("close.statementIds", reader -> reader.readI32("close.statementId")));
  }

  static void writePrepared(WireWriter out, SqlResponse.Prepared prepared) {
    out.writeText(prepared.command());
    out.writeList(prepared.parameterTypes(), SqlCodec::writeType);
    writeShape(out, prepared.shape());
  }

  static SqlResponse.Prepared readPrepared(WireReader in) {
    return new SqlResponse.Prepared(
        in.readText("prepared.command"), readTypes(in, "prepared.parameterTypes"), readShape(in));
  }

  static void writeDone(WireWriter out, SqlResponse.Done done) {
    writeCompletion(out, done.completion());
    writeRows(out, done.rows());
  }

  static SqlResponse.Done readDone(WireReader in) {
    return new SqlResponse.Done(readCompletion(in), readRows(in));
  }

  static void writeEnd(WireWriter out, SqlResponse.End end) {
    writeState(out, end.state());
    writeCompletion(out, end.completion());
    writeRows(out, end.rows());
  }

  static SqlResponse.End readEnd(WireReader in) {
    return new SqlResponse.End(readState(in), readCompletion(in), readRows(in));
  }

  static void writeBatchEnd(WireWriter out, SqlResponse.BatchEnd end) {
    writeState(out, end.state());
    out.writeText(end.command());
    out.writeList(end.rowCounts(), WireWriter::writeI64);
    writeRows(out, end.rows());
  }

  static SqlResponse.BatchEnd readBatchEnd(WireReader in) {
    return new SqlResponse.BatchEnd(
        readState(in),
        in.readText("batchEnd.command"),
        in.readList("batchEnd.rowCounts", reader -> reader.readI64("batchEnd.rowCount")),
        readRows(in));
  }

  static void writeFailed(WireWriter out, SqlResponse.Failed failed) {
    HandshakeCodec.writeError(out, failed.error());
    out.writeCode(failed.transaction());
    out.writeList(failed.fields(), SqlCodec::writeField);
  }

  static SqlResponse.Failed readFailed(WireReader in) {
    return new SqlResponse.Failed(
        HandshakeCodec.readError(in),
        in.readCode(STATES, "failed.transaction"),
        in.readList(
            "failed.fields",
            reader ->
                new NamedText(reader.readText("field.name"), reader.readText("field.value"))));
  }

  /** Writes rows except their payload. */
  static void writeRows(WireWriter out, SqlRows rows) {
    out.writeU8(
        (rows.shape().isPresent() ? FLAG_SHAPE : 0)
            | (rows.form() == RowEncoding.VALUES ? FLAG_VALUES : 0));
    rows.shape().ifPresent(shape -> writeShape(out, shape));
    out.writeVarint(rows.rowCount());
  }

  static SqlRows readRows(WireReader in) {
    int flags = readFlags(in, ROWS_FLAGS, "rows.flags");
    Optional<SqlRowDescription> shape =
        (flags & FLAG_SHAPE) != 0 ? Optional.of(readShape(in)) : Optional.empty();
    RowEncoding form = (flags & FLAG_VALUES) != 0 ? RowEncoding.VALUES : RowEncoding.BATCH;
    int rowCount = in.readVarint("rows.rowCount");
    if (form == RowEncoding.VALUES) {
      requireRemaining(rowCount, in);
    }
    return new SqlRows(shape, form, rowCount, in.readRest());
  }

  private static void writeField(WireWriter out, NamedText field) {
    out.writeText(field.name());
    out.writeText(field.value());
  }

  private static void writeTerms(WireWriter out, SqlExecutionOptions terms) {
    out.writeU8(
        (terms.beginsTransaction() ? FLAG_BEGINS_TRANSACTION : 0)
            | (terms.shortResultForm() == RowEncoding.VALUES ? FLAG_SHORT_RESULT_AS_VALUES : 0));
    out.writeI64(terms.rowsMax());
    out.writeVarint(terms.pageRowsMax());
    out.writeVarint(terms.creditPages());
    out.writeCode(terms.compression());
  }

  private static SqlExecutionOptions readTerms(WireReader in) {
    int flags = readFlags(in, TERMS_FLAGS, "terms.flags");
    return new SqlExecutionOptions(
        (flags & FLAG_BEGINS_TRANSACTION) != 0,
        in.readI64("terms.rowsMax"),
        in.readVarint("terms.pageRowsMax"),
        in.readVarint("terms.creditPages"),
        ScanCodec.readCompression(in),
        (flags & FLAG_SHORT_RESULT_AS_VALUES) != 0 ? RowEncoding.VALUES : RowEncoding.BATCH);
  }

  private static int readFlags(WireReader in, int known, String field) {
    int flags = in.readU8(field);
    if ((flags & ~known) != 0) {
      throw ProtocolException.malformed(field + " are unknown: value=" + flags);
    }
    return flags;
  }

  private static void writeShape(WireWriter out, SqlRowDescription shape) {
    out.writeList(shape.columns(), SqlCodec::writeColumn);
    out.writeBytes(shape.arrowSchema());
  }

  private static SqlRowDescription readShape(WireReader in) {
    List<SqlColumnInfo> columns = in.readList("shape.columns", SqlCodec::readColumn);
    in.requireColumnCount(columns.size(), "shape.columns");
    return new SqlRowDescription(columns, in.readBytes("shape.arrowSchema"));
  }

  private static void writeColumn(WireWriter out, SqlColumnInfo column) {
    out.writeText(column.name());
    writeType(out, column.type());
    out.writeI32(column.tableId());
    out.writeVarint(column.columnId());
  }

  private static SqlColumnInfo readColumn(WireReader in) {
    return new SqlColumnInfo(
        in.readText("column.name"),
        readType(in),
        in.readI32("column.tableId"),
        in.readVarint("column.columnId"));
  }

  private static void writeType(WireWriter out, SqlTypeInfo type) {
    out.writeCode(type.kind());
    boolean isNegative = type.scale() < SqlTypeInfo.NONE;
    out.writeU8((type.isArray() ? FLAG_ARRAY : 0) | (isNegative ? FLAG_NEGATIVE_SCALE : 0));
    out.writeVarint(type.precision() - SqlTypeInfo.NONE);
    out.writeVarint(isNegative ? -type.scale() : type.scale() - SqlTypeInfo.NONE);
    if (type.kind() == SqlTypeKind.OTHER) {
      out.writeText(type.name());
    }
  }

  private static SqlTypeInfo readType(WireReader in) {
    SqlTypeKind kind = in.readCode(KINDS, "type.kind");
    int flags = in.readU8("type.flags");
    if (flags > (FLAG_ARRAY | FLAG_NEGATIVE_SCALE)) {
      throw ProtocolException.malformed("type.flags are unknown: value=" + flags);
    }
    int precision = in.readVarint("type.precision") + SqlTypeInfo.NONE;
    int scale = in.readVarint("type.scale");
    return new SqlTypeInfo(
        kind,
        (flags & FLAG_ARRAY) != 0,
        precision,
        (flags & FLAG_NEGATIVE_SCALE) != 0 ? -scale : scale + SqlTypeInfo.NONE,
        kind == SqlTypeKind.OTHER ? in.readText("type.name") : "");
  }

  private static List<SqlTypeInfo> readTypes(WireReader in, String field) {
    return in.readList(field, SqlCodec::readType);
  }

  private static void writeCompletion(WireWriter out, SqlCompletion completion) {
    out.writeText(completion.command());
    out.writeBoolean(completion.returnsRows());
    out.writeI64(completion.rowCount());
  }

  private static SqlCompletion readCompletion(WireReader in) {
    return new SqlCompletion(
        in.readText("completion.command"),
        in.readBoolean("completion.returnsRows"),
        in.readI64("completion.rowCount"));
  }

  private static void writeState(WireWriter out, SqlSessionStatus state) {
    out.writeCode(state.transaction());
    out.writeList(
        state.notices(),
        (writer, notice) -> {
          writer.writeText(notice.severity());
          writer.writeText(notice.sqlState());
          writer.writeText(notice.message());
        });
  }

  private static SqlSessionStatus readState(WireReader in) {
    return new SqlSessionStatus(
        in.readCode(STATES, "state.transaction"),
        in.readList(
            "state.notices",
            reader ->
                new SqlNoticeInfo(
                    reader.readText("notice.severity"),
                    reader.readText("notice.sqlState"),
                    reader.readText("notice.message"))));
  }

  /**
   * Throws {@link ProtocolException} if the remaining bytes are fewer than the values, each of
   * which has at least a tag.
   */
  private static void requireRemaining(long valueCount, WireReader in) {
    if (valueCount > in.readableBytes()) {
      throw ProtocolException.malformed(
          "value count exceeds the remaining bytes: count="
              + valueCount
              + " bytes="
              + in.readableBytes());
    }
  }
}
