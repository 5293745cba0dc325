package dev.colonnade.sql.system;

import static java.util.Objects.requireNonNull;

import dev.colonnade.sql.type.SqlType;
import dev.colonnade.sql.type.TypeKind;

/**
 * Column of a system table.
 *
 * @param typeName PostgreSQL's name of the type; for an array, the element type followed by {@code
 *     []}
 */
public record SystemColumn(String name, String typeName, boolean required) {
  private static final String ARRAY = "[]";

  public SystemColumn {
    requireNonNull(name, "name is null");
    requireNonNull(typeName, "typeName is null");
  }

  boolean isArray() {
    return typeName.endsWith(ARRAY) || isVector();
  }

  /** Returns whether the type is an array with the lower bound 0. */
  public boolean isVector() {
    return typeName.equals("int2vector") || typeName.equals("oidvector");
  }

  /** Returns the type name, or the element type name of an array. */
  String elementName() {
    return switch (typeName) {
      case "int2vector" -> "smallint";
      case "oidvector" -> "oid";
      default -> typeName.endsWith(ARRAY) ? withoutArray() : typeName;
    };
  }

  private String withoutArray() {
    return typeName.substring(0, typeName.length() - ARRAY.length());
  }

  /** Returns the type of the stored values. */
  public SqlType type() {
    SqlType element = SqlType.of(elementKind());
    return isArray() ? SqlType.arrayOf(element) : element;
  }

  /** Returns the kind of the stored values, or of the elements of arrays. */
  TypeKind elementKind() {
    return switch (elementName()) {
      case "bigint" -> TypeKind.BIGINT;
      case "integer", "cardinal_number" -> TypeKind.INTEGER;
      case "smallint" -> TypeKind.SMALLINT;
      case "boolean" -> TypeKind.BOOLEAN;
      case "real" -> TypeKind.REAL;
      case "double precision", "double_precision" -> TypeKind.DOUBLE;
      case "\"char\"" -> TypeKind.BYTE_CHAR;
      case "sql_identifier", "name" -> TypeKind.NAME;
      case "timestamp_with_time_zone", "time_stamp" -> TypeKind.TIMESTAMPTZ;
      case "oid", "xid" -> TypeKind.OID;
      case "regproc" -> TypeKind.REGPROC;
      case "regtype" -> TypeKind.REGTYPE;
      case "regclass" -> TypeKind.REGCLASS;
      case "bytea" -> TypeKind.BYTEA;
      // Node trees, privileges, statistics, and the domains of information_schema are text.
      default -> TypeKind.TEXT;
    };
  }
}
