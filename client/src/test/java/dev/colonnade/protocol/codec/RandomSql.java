package dev.colonnade.protocol.codec;

import dev.colonnade.protocol.ErrorCategory;
import dev.colonnade.protocol.NamedText;
import dev.colonnade.protocol.request.Request;
import dev.colonnade.protocol.request.SqlRequest;
import dev.colonnade.protocol.response.ErrorResponse;
import dev.colonnade.protocol.response.Response;
import dev.colonnade.protocol.response.SqlResponse;
import dev.colonnade.protocol.result.Compression;
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
import dev.colonnade.protocol.sql.SqlValueWriter;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.function.Supplier;

/** Generator of valid SQL messages. */
final class RandomSql {
  private final Random random;
  private final RandomSchemas schemas;

  RandomSql(Random random, RandomSchemas schemas) {
    this.random = random;
    this.schemas = schemas;
  }

  Request prepare() {
    return new SqlRequest.Prepare(random.nextInt(), "x".repeat(random.nextInt(500)), types());
  }

  Request execute() {
    int count = random.nextInt(5);
    return new SqlRequest.Execute(random.nextInt(), terms(), count, values(count));
  }

  Request executeBatch() {
    int rows = random.nextInt(5);
    int count = random.nextInt(5);
    return new SqlRequest.ExecuteBatch(
        random.nextInt(), terms(), rows, count, values(rows * count));
  }

  Request run() {
    return new SqlRequest.Run(schemas.text(), terms());
  }

  Request close() {
    return new SqlRequest.Close(list(random::nextInt));
  }

  Response prepared() {
    return new SqlResponse.Prepared(schemas.text(), types(), shape());
  }

  Response page() {
    return new SqlResponse.Page(rows());
  }

  Response done() {
    return new SqlResponse.Done(completion(), rows());
  }

  Response end() {
    return new SqlResponse.End(state(), completion(), rows());
  }

  Response batchEnd() {
    return new SqlResponse.BatchEnd(state(), schemas.text(), list(random::nextLong), rows());
  }

  Response failed() {
    ErrorResponse error =
        new ErrorResponse(7, "23505", ErrorCategory.USER, schemas.text(), schemas.text());
    return new SqlResponse.Failed(
        error,
        any(WireTransactionState.values()),
        list(() -> new NamedText(schemas.text(), schemas.text())));
  }

  private SqlExecutionOptions terms() {
    return new SqlExecutionOptions(
        random.nextBoolean(),
        random.nextLong(Long.MAX_VALUE),
        random.nextInt(1000),
        random.nextInt(1, 100),
        any(Compression.values()),
        any(RowEncoding.values()));
  }

  private List<SqlTypeInfo> types() {
    return list(this::type);
  }

  private SqlTypeInfo type() {
    SqlTypeKind kind = any(SqlTypeKind.values());
    int precision = random.nextInt(-1, 100);
    boolean hasNegativeScale = kind == SqlTypeKind.NUMERIC && precision > 0;
    return new SqlTypeInfo(
        kind,
        random.nextBoolean(),
        precision,
        random.nextInt(hasNegativeScale ? SqlTypeInfo.SCALE_MIN : -1, 100),
        kind == SqlTypeKind.OTHER ? "t" + schemas.text() : "");
  }

  private SqlRowDescription shape() {
    return new SqlRowDescription(
        list(
            () ->
                new SqlColumnInfo(
                    schemas.text(), type(), random.nextInt(100), random.nextInt(100))),
        schemas.bytes());
  }

  private SqlRows rows() {
    Optional<SqlRowDescription> shape =
        random.nextBoolean() ? Optional.of(shape()) : Optional.empty();
    byte[] payload = new byte[random.nextInt(30)];
    random.nextBytes(payload);
    RowEncoding form = any(RowEncoding.values());
    int rowCount = random.nextInt(form == RowEncoding.VALUES ? payload.length + 1 : 100);
    return new SqlRows(shape, form, rowCount, Unpooled.wrappedBuffer(payload));
  }

  private SqlCompletion completion() {
    return new SqlCompletion(schemas.text(), random.nextBoolean(), random.nextLong());
  }

  private SqlSessionStatus state() {
    return new SqlSessionStatus(
        any(WireTransactionState.values()),
        list(() -> new SqlNoticeInfo(schemas.text(), schemas.text(), schemas.text())));
  }

  private ByteBuf values(int count) {
    ByteBuf out = Unpooled.buffer();
    SqlValueWriter writer = new SqlValueWriter(out);
    for (int i = 0; i < count; i++) {
      writer.write(random.nextBoolean() ? null : random.nextLong());
    }
    return out;
  }

  private <T> List<T> list(Supplier<T> element) {
    List<T> elements = new ArrayList<>();
    for (int i = random.nextInt(4); i > 0; i--) {
      elements.add(element.get());
    }
    return elements;
  }

  private <T> T any(T[] values) {
    return values[random.nextInt(values.length)];
  }
}
