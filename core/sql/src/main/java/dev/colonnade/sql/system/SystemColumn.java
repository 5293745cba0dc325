package dev.colonnade.sql.system;

import static java.util.Objects.requireNonNull;

import dev.colonnade.sql.type.TypeMapping;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;

/**
 * A column of a table of the system.
 *
 * @param typeName PostgreSQL's name of the type, with {@code []} behind that of an array's elements
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

  /** Whether it is an array that counts its elements from 0. */
  public boolean isVector() {
    return typeName.equals("int2vector") || typeName.equals("oidvector");
  }

  /** The type, or that of the elements. */
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

  RelDataType type(RelDataTypeFactory factory) {
    RelDataType element = elementType(factory);
    RelDataType type =
        isArray()
            ? factory.createArrayType(factory.createTypeWithNullability(element, true), -1)
            : element;
    return factory.createTypeWithNullability(type, !required);
  }

  /** The OID of the type, as {@code pg_attribute} says it. */
  long typeOid() {
    String element = elementName().replace('_', ' ');
    String name =
        switch (element) {
          case "cardinal number" -> "integer";
          case "sql identifier" -> "name";
          case "character data", "yes or no" -> "varchar";
          case "time stamp" -> "timestamp with time zone";
          default -> SystemTypes.find(element) == null ? elementName() : element;
        };
    SystemTypes.Type type = SystemTypes.find(isVector() ? typeName : name);
    if (type == null) {
      throw new IllegalStateException("no such type: column=" + this.name + " type=" + typeName);
    }
    return isVector() || !isArray() ? type.oid() : type.arrayOid();
  }

  private RelDataType elementType(RelDataTypeFactory factory) {
    RelDataType found = TypeMapping.named(factory, storedName());
    if (found == null) {
      throw new IllegalStateException("no such type: column=" + name + " type=" + typeName);
    }
    return found;
  }

  /** The type whose values are held, under the name that {@link TypeMapping} knows. */
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
      // Trees, privileges and statistics show as text; intervals and numbers of views too.
      default -> "text";
    };
  }
}
