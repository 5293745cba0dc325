package dev.colonnade.sql.system;

import static java.util.Objects.requireNonNull;

import dev.colonnade.sql.type.TypeMapping;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;

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

  public RelDataType type(RelDataTypeFactory factory) {
    RelDataType element = elementType(factory);
    RelDataType type =
        isArray()
            ? factory.createArrayType(factory.createTypeWithNullability(element, true), -1)
            : element;
    return factory.createTypeWithNullability(type, !required);
  }

  private RelDataType elementType(RelDataTypeFactory factory) {
    RelDataType found = TypeMapping.named(factory, storedName());
    if (found == null) {
      throw new IllegalStateException("no such type: column=" + name + " type=" + typeName);
    }
    return found;
  }

  /** Returns the name by which {@link TypeMapping} finds the type of the stored values. */
  private String storedName() {
    return switch (elementName()) {
      case "bigint" -> "int8";
      case "integer", "cardinal_number" -> "int4";
      case "smallint" -> "int2";
      case "boolean" -> "bool";
      case "real" -> "float4";
      case "double precision", "double_precision" -> "float8";
      case "\"char\"" -> "char";
      case "sql_identifier" -> "name";
      case "timestamp_with_time_zone", "time_stamp" -> "timestamptz";
      case "oid", "regproc", "regtype", "regclass", "name", "bytea" -> elementName();
      case "xid" -> "oid";
      // Node trees, privileges, statistics, and the domains of information_schema are text.
      default -> "text";
    };
  }
}
