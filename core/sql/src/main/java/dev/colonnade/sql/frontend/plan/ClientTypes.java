package dev.colonnade.sql.frontend.plan;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.sql.analyze.bind.ResultColumn;
import dev.colonnade.sql.analyze.bind.StatementAnalysis;
import dev.colonnade.sql.analyze.bind.TypedExpression.RowField;
import dev.colonnade.sql.analyze.expression.value.RowFields;
import dev.colonnade.sql.analyze.type.ColumnTypes;
import dev.colonnade.sql.registry.type.Type;
import dev.colonnade.sql.registry.type.TypeModifiers;
import dev.colonnade.sql.registry.type.TypeOids;
import dev.colonnade.sql.registry.type.TypeReference;
import dev.colonnade.sql.registry.type.Types;
import dev.colonnade.sql.type.SqlType;
import dev.colonnade.sql.type.TypeKind;
import dev.colonnade.sql.vector.VectorType;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Conversion between the types of the registry and those that clients see. */
public final class ClientTypes {
  private ClientTypes() {}

  /**
   * Returns the type of a column of a result, where a domain is the type under it; UNSUPPORTED if
   * there are no values of the type.
   */
  static SqlType of(ResultColumn column, StatementAnalysis statement) {
    return of(base(column.type()), column.fields(), statement);
  }

  /** Returns the type that clients see; UNSUPPORTED if there are no values of the type. */
  static SqlType of(TypeReference reference, StatementAnalysis statement) {
    return of(reference, List.of(), statement);
  }

  private static SqlType of(
      TypeReference reference, List<RowField> known, StatementAnalysis statement) {
    Type type = reference.type();
    SqlType found = withoutOid(base(reference), known, statement);
    boolean isOfSystem =
        statement.registry().types().base().find(type.oid()) != null
            && type.oid() != TypeOids.RECORD
            && type.oid() != TypeOids.RECORD_ARRAY;
    boolean isUnknownRow = type.isComposite() && !found.isRow();
    return isOfSystem || isUnknownRow ? found : found.withOid(type.oid());
  }

  private static SqlType withoutOid(
      TypeReference base, List<RowField> known, StatementAnalysis statement) {
    Type type = base.type();
    TypeKind kind = type.kind();
    if (isRow(type)) {
      List<RowField> fields = known.isEmpty() ? RowFields.fields(type, statement) : known;
      return SqlType.textOfRow(
          fields.stream().map(field -> of(field.type(), field.fields(), statement)).toList(),
          SqlType.NO_OID);
    }
    if (type.isArray()) {
      return array(base, known, statement);
    }
    return kind == null ? ofSystem(type) : of(kind, base.modifier());
  }

  /**
   * Returns whether clients see the texts of the values of a type: of rows, of references to
   * objects of the catalog, of arrays of these, and of arrays of a domain over arrays.
   */
  static boolean isShownAsText(TypeReference reference, StatementAnalysis statement) {
    Type type = base(reference).type();
    Type element = statement.registry().types().elementOf(type);
    Type shown = Types.baseOf(element == null ? type : element);
    TypeKind kind = shown.kind();
    return isRow(shown)
        || (kind != null && kind.isNamedReference())
        || (element != null && shown.isArray());
  }

  private static boolean isRow(Type type) {
    return type.isComposite() || type.oid() == TypeOids.RECORD;
  }

  /** Returns the type of the values that tables of the system have where others have none. */
  private static SqlType ofSystem(Type type) {
    VectorType found = ColumnTypes.isOfSystem(type) ? ColumnTypes.vector(type) : null;
    if (found == null) {
      throw new ColonnadeException(
          ErrorCode.UNSUPPORTED, "type %s is not supported".formatted(type.sqlName()));
    }
    return found.kind() == TypeKind.ARRAY
        ? SqlType.arrayOf(SqlType.of(TypeKind.TEXT))
        : SqlType.of(found.kind());
  }

  private static TypeReference base(TypeReference reference) {
    if (!reference.type().isDomain()) {
      return reference;
    }
    return Types.baseReferenceOf(reference.type());
  }

  private static SqlType array(
      TypeReference array, List<RowField> known, StatementAnalysis statement) {
    Type element = statement.registry().types().elementOf(array.type());
    if (element == null || (array.type().kind() == null && !isRow(Types.baseOf(element)))) {
      return array.type().kind() == null ? ofSystem(array.type()) : SqlType.of(TypeKind.ARRAY);
    }
    if (Types.baseOf(element).isArray()) {
      return SqlType.arrayOf(SqlType.of(TypeKind.TEXT));
    }
    SqlType elements = of(new TypeReference(element, array.modifier()), known, statement);
    return array.type().name().endsWith("vector")
        ? SqlType.vectorOf(elements)
        : SqlType.arrayOf(elements);
  }

  private static SqlType of(TypeKind kind, int modifier) {
    if (modifier < 0) {
      return SqlType.of(kind);
    }
    return switch (kind) {
      case VARCHAR, CHAR -> new SqlType(kind, TypeModifiers.length(modifier), SqlType.NONE);
      case NUMERIC ->
          new SqlType(kind, TypeModifiers.precision(modifier), TypeModifiers.scale(modifier));
      default -> SqlType.of(kind);
    };
  }

  /** Returns the type that a client has declared; null if it has declared none. */
  public static @Nullable TypeReference reference(@Nullable SqlType declared, Types types) {
    if (declared == null || declared.kind() == TypeKind.UNKNOWN) {
      return null;
    }
    Type defined = declared.oid() == SqlType.NO_OID ? null : types.find(declared.oid());
    if (defined != null) {
      return TypeReference.of(defined);
    }
    SqlType element = declared.element();
    if (element == null) {
      return TypeReference.of(named(declared.kind(), types));
    }
    if (declared.isVector()) {
      String name = element.kind() == TypeKind.OID ? "oidvector" : "int2vector";
      return TypeReference.of(types.base().named(name));
    }
    Type array = types.arrayOf(named(element.kind(), types));
    return array == null ? null : TypeReference.of(array);
  }

  private static Type named(TypeKind kind, Types types) {
    return types.base().named(nameOf(kind));
  }

  private static String nameOf(TypeKind kind) {
    return switch (kind) {
      case BOOLEAN -> "bool";
      case SMALLINT -> "int2";
      case INTEGER -> "int4";
      case BIGINT -> "int8";
      case REAL -> "float4";
      case DOUBLE -> "float8";
      case NUMERIC -> "numeric";
      case TEXT -> "text";
      case VARCHAR -> "varchar";
      case CHAR -> "bpchar";
      case NAME -> "name";
      case BYTE_CHAR -> "char";
      case BYTEA -> "bytea";
      case DATE -> "date";
      case TIME -> "time";
      case TIMESTAMP -> "timestamp";
      case TIMESTAMPTZ -> "timestamptz";
      case UUID -> "uuid";
      case INTERVAL -> "interval";
      case JSON -> "json";
      case JSONB -> "jsonb";
      case TIMETZ -> "timetz";
      case BIT -> "bit";
      case VARBIT -> "varbit";
      case OID -> "oid";
      case REGCLASS -> "regclass";
      case REGTYPE -> "regtype";
      case REGPROC -> "regproc";
      case REGPROCEDURE -> "regprocedure";
      case REGNAMESPACE -> "regnamespace";
      case REGROLE -> "regrole";
      case REGOPER -> "regoper";
      case REGOPERATOR -> "regoperator";
      case REGCOLLATION -> "regcollation";
      case VOID -> "void";
      case INT4RANGE, INT8RANGE, NUMRANGE, TSRANGE, TSTZRANGE, DATERANGE -> kind.sqlName();
      case INT4MULTIRANGE,
          INT8MULTIRANGE,
          NUMMULTIRANGE,
          TSMULTIRANGE,
          TSTZMULTIRANGE,
          DATEMULTIRANGE ->
          kind.sqlName();
      case ARRAY, UNKNOWN -> "unknown";
      default -> kind.sqlName();
    };
  }
}
