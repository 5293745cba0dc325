package dev.colonnade.server.pg.session;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.server.pg.session.result.DataRowFormat;
import dev.colonnade.server.pg.type.PgType;
import dev.colonnade.server.pg.type.TextStyle;
import dev.colonnade.server.pg.type.ValueFormat;
import dev.colonnade.server.pg.wire.FrontendMessage;
import dev.colonnade.sql.prepared.SqlPrepared;
import dev.colonnade.sql.type.SqlType;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Prepared statement of a client; the unnamed statement has the name "".
 *
 * @param prepared null for a text without a statement
 * @param declared type OIDs of the parameters that the client declared; 0 where it declared none
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
record PgPreparedStatement(String name, @Nullable SqlPrepared prepared, int[] declared) {
  /** Returns the statement with another plan. */
  PgPreparedStatement with(@Nullable SqlPrepared other) {
    return other == null || other.equals(prepared)
        ? this
        : new PgPreparedStatement(name, other, declared);
  }

  /** Returns the type OIDs of the parameters. */
  int[] parameterOids() {
    if (prepared == null) {
      return new int[0];
    }
    int[] oids = new int[prepared.parameterTypes().size()];
    for (int i = 0; i < oids.length; i++) {
      boolean isDeclared = i < declared.length && declared[i] != 0;
      oids[i] = isDeclared ? declared[i] : PgType.of(prepared.parameterTypes().get(i)).oid();
    }
    return oids;
  }

  /** Returns the declared type of a parameter; the inferred type if none is declared. */
  private PgType typeOf(SqlPrepared known, int index) {
    SqlType type = index < declared.length ? PgType.sqlType(declared[index]) : null;
    return PgType.of(type == null ? known.parameterTypes().get(index) : type);
  }

  /** Decodes the parameters of a Bind. */
  List<@Nullable Object> parameters(FrontendMessage.Bind bind, TextStyle style) {
    int count = prepared == null ? 0 : prepared.parameterTypes().size();
    byte[] @Nullable [] values = bind.values();
    if (values.length != count) {
      throw new ColonnadeException(
          ErrorCode.PROTOCOL_VIOLATION,
          "bind message supplies %d parameters, but prepared statement \"%s\" requires %d"
              .formatted(values.length, name, count));
    }
    if (prepared == null || count == 0) {
      return List.of();
    }
    List<@Nullable Object> parameters = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      PgType type = typeOf(prepared, i);
      if (type.isRecord() && values[i] != null) {
        throw new ColonnadeException(
            ErrorCode.UNSUPPORTED, "input of anonymous composite types is not implemented");
      }
      boolean isBinary = DataRowFormat.isBinary(bind.formats(), i);
      parameters.add(new ValueFormat(type, isBinary, style).read(values[i]));
    }
    return Collections.unmodifiableList(parameters);
  }
}
