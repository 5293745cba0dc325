package dev.colonnade.server.pg.session;

import static java.util.Objects.requireNonNull;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.server.pg.session.result.DataRowFormat;
import dev.colonnade.server.pg.type.PgType;
import dev.colonnade.server.pg.type.TextStyle;
import dev.colonnade.server.pg.type.ValueFormat;
import dev.colonnade.server.pg.wire.FrontendMessage;
import dev.colonnade.sql.prepared.SqlPrepared;
import dev.colonnade.sql.statement.SqlColumn;
import dev.colonnade.sql.type.SqlType;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Prepared statement of a client; the unnamed statement has the name "". Keeps the formats of its
 * last execution, since most have the same. One thread.
 */
final class PgPreparedStatement {
  private final String name;
  private final @Nullable SqlPrepared prepared;
  private final int[] declared;

  /** Types of the parameters for {@link #knownTypes}. */
  private PgType[] parameterTypes = {};

  private List<SqlType> knownTypes = List.of();

  /** Format of the last rows; null before the first. */
  private @Nullable DataRowFormat rowFormat;

  /**
   * Creates a statement.
   *
   * @param prepared null for a text without a statement
   * @param declared type OIDs of the parameters that the client declared; 0 where it declared none
   */
  PgPreparedStatement(String name, @Nullable SqlPrepared prepared, int[] declared) {
    this.name = requireNonNull(name, "name is null");
    this.prepared = prepared;
    this.declared = requireNonNull(declared, "declared is null");
  }

  @Nullable SqlPrepared prepared() {
    return prepared;
  }

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

  /** Returns the declared types of the parameters; the inferred ones where none is declared. */
  @SuppressWarnings("ReferenceEquality") // another plan has another list
  private PgType[] parameterTypes(List<SqlType> types) {
    if (types != knownTypes) {
      PgType[] found = new PgType[types.size()];
      for (int i = 0; i < found.length; i++) {
        SqlType type = i < declared.length ? PgType.sqlType(declared[i]) : null;
        found[i] = PgType.of(type == null ? types.get(i) : type);
      }
      parameterTypes = found;
      knownTypes = types;
    }
    return parameterTypes;
  }

  /** Decodes the parameters of a Bind. */
  List<@Nullable Object> parameters(FrontendMessage.Bind bind, TextStyle style) {
    List<SqlType> types = prepared == null ? List.of() : prepared.parameterTypes();
    byte[] @Nullable [] values = bind.values();
    if (values.length != types.size()) {
      throw new ColonnadeException(
          ErrorCode.PROTOCOL_VIOLATION,
          "bind message supplies %d parameters, but prepared statement \"%s\" requires %d"
              .formatted(values.length, name, types.size()));
    }
    if (types.isEmpty()) {
      return List.of();
    }
    PgType[] known = parameterTypes(types);
    List<@Nullable Object> parameters = new ArrayList<>(known.length);
    for (int i = 0; i < known.length; i++) {
      PgType type = known[i];
      if (type.isRecord() && values[i] != null) {
        throw new ColonnadeException(
            ErrorCode.UNSUPPORTED, "input of anonymous composite types is not implemented");
      }
      boolean isBinary = DataRowFormat.isBinary(bind.formats(), i);
      parameters.add(new ValueFormat(type, isBinary, style).read(values[i]));
    }
    return Collections.unmodifiableList(parameters);
  }

  /**
   * Returns the format of rows of the statement.
   *
   * @param codes format codes of the columns, as in {@link DataRowFormat#of}
   */
  DataRowFormat rowFormat(List<SqlColumn> columns, short[] codes, TextStyle style) {
    DataRowFormat known = rowFormat;
    if (known == null || !known.isFor(columns, codes, style)) {
      known = DataRowFormat.of(columns, codes, style);
      rowFormat = known;
    }
    return known;
  }
}
