package dev.colonnade.server.sql;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorFields;
import dev.colonnade.error.ErrorOrigin;
import dev.colonnade.protocol.Bytes;
import dev.colonnade.protocol.NamedText;
import dev.colonnade.protocol.session.WireTransactionState;
import dev.colonnade.protocol.sql.SqlColumnInfo;
import dev.colonnade.protocol.sql.SqlErrorField;
import dev.colonnade.protocol.sql.SqlNoticeInfo;
import dev.colonnade.protocol.sql.SqlRowDescription;
import dev.colonnade.protocol.sql.SqlTypeInfo;
import dev.colonnade.protocol.sql.SqlTypeKind;
import dev.colonnade.sql.TransactionStatus;
import dev.colonnade.sql.result.SqlNotice;
import dev.colonnade.sql.statement.SqlColumn;
import dev.colonnade.sql.type.SqlType;
import dev.colonnade.sql.type.TypeKind;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Conversion of SQL types, columns, notices and errors to records of the client protocol. */
public final class SqlTranslator {
  private SqlTranslator() {}

  /** Returns the description of rows with these columns. */
  public static SqlRowDescription description(List<SqlColumn> columns) {
    if (columns.isEmpty()) {
      return SqlRowDescription.NONE;
    }
    List<SqlColumnInfo> infos = columns.stream().map(SqlTranslator::column).toList();
    return new SqlRowDescription(infos, Bytes.copyOf(ArrowSchemaMessage.of(infos)));
  }

  public static SqlTypeInfo type(SqlType type) {
    SqlType element = type.element();
    if (element != null) {
      SqlTypeInfo info = type(element);
      return new SqlTypeInfo(info.kind(), true, info.precision(), info.scale(), info.name());
    }
    SqlTypeKind kind = kind(type.kind());
    return kind == SqlTypeKind.OTHER
        ? SqlTypeInfo.other(type.kind().sqlName())
        : new SqlTypeInfo(kind, false, type.precision(), type.scale(), "");
  }

  /** Returns the type that a client declares for a parameter; null if the server infers it. */
  public static @Nullable SqlType parameterType(SqlTypeInfo type) {
    if (type.kind() == SqlTypeKind.UNKNOWN || type.kind() == SqlTypeKind.OTHER) {
      return null;
    }
    SqlType scalar =
        new SqlType(TypeKind.valueOf(type.kind().name()), type.precision(), type.scale());
    return type.isArray() ? SqlType.arrayOf(scalar) : scalar;
  }

  public static WireTransactionState transaction(TransactionStatus status) {
    return switch (status) {
      case IDLE -> WireTransactionState.IDLE;
      case ACTIVE -> WireTransactionState.ACTIVE;
      case FAILED -> WireTransactionState.FAILED;
    };
  }

  public static List<SqlNoticeInfo> notices(List<SqlNotice> notices) {
    if (notices.isEmpty()) {
      return List.of();
    }
    return notices.stream()
        .map(
            notice ->
                new SqlNoticeInfo(notice.severity().name(), notice.sqlState(), notice.message()))
        .toList();
  }

  /** Returns the fields of an error other than its message and detail. */
  public static List<NamedText> fields(Throwable failure) {
    if (!(failure instanceof ColonnadeException exception)) {
      return List.of();
    }
    ErrorFields known = exception.fields();
    List<NamedText> fields = new ArrayList<>();
    if (known.position() > 0) {
      add(fields, SqlErrorField.POSITION, Integer.toString(known.position()));
    }
    add(fields, SqlErrorField.HINT, known.hint());
    add(fields, SqlErrorField.TABLE, known.table());
    add(fields, SqlErrorField.COLUMN, known.column());
    add(fields, SqlErrorField.CONSTRAINT, known.constraint());
    ErrorOrigin origin = known.origin();
    add(fields, SqlErrorField.CONTEXT, origin.context());
    add(fields, SqlErrorField.QUERY, origin.query());
    if (origin.queryPosition() > 0) {
      add(fields, SqlErrorField.QUERY_POSITION, Integer.toString(origin.queryPosition()));
    }
    return fields;
  }

  /** Returns the detail of an error; empty if there is none. */
  public static String detail(Throwable failure) {
    String detail =
        failure instanceof ColonnadeException exception ? exception.fields().detail() : null;
    return detail == null ? "" : detail;
  }

  private static void add(List<NamedText> fields, String name, @Nullable String value) {
    if (value != null) {
      fields.add(new NamedText(name, value));
    }
  }

  private static SqlColumnInfo column(SqlColumn column) {
    return new SqlColumnInfo(
        column.name(),
        type(column.type()),
        Math.max(0, column.tableId()),
        Math.max(0, column.columnId()));
  }

  private static SqlTypeKind kind(TypeKind kind) {
    return switch (kind) {
      case NAME, BYTE_CHAR -> SqlTypeKind.TEXT;
      case OID -> SqlTypeKind.BIGINT;
      default -> {
        for (SqlTypeKind known : SqlTypeKind.values()) {
          if (known.name().equals(kind.name())) {
            yield known;
          }
        }
        yield SqlTypeKind.OTHER;
      }
    };
  }
}
