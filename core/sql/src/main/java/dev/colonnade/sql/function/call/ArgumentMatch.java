package dev.colonnade.sql.function.call;

import dev.colonnade.sql.function.call.ParameterType.Any;
import dev.colonnade.sql.function.call.ParameterType.AnyArray;
import dev.colonnade.sql.function.call.ParameterType.AnyElement;
import dev.colonnade.sql.function.call.ParameterType.AnyJson;
import dev.colonnade.sql.function.call.ParameterType.AnyText;
import dev.colonnade.sql.function.call.ParameterType.AnyTextArray;
import dev.colonnade.sql.function.call.ParameterType.AnyTypeName;
import dev.colonnade.sql.function.call.ParameterType.Exact;
import dev.colonnade.sql.type.SqlType;
import dev.colonnade.sql.type.TypeKind;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Match of arguments with a signature: the type to which each argument is cast, and the total cost
 * of the casts. As in PostgreSQL, exact types are preferred to casts, casts to the preferred type
 * of a category to other casts, and text to any other type for an untyped literal.
 */
record ArgumentMatch(FunctionSignature signature, List<SqlType> types, SqlType result, int cost) {
  private static final int UNTYPED_AS_TEXT = 1;
  private static final int UNTYPED_AS_PREFERRED = 2;
  private static final int UNTYPED_AS_OTHER = 3;
  private static final int CAST_TO_PREFERRED = 100;
  private static final int CAST = 110;

  /** Numeric types in the order of implicit widening. */
  private static final List<TypeKind> LADDER =
      List.of(
          TypeKind.SMALLINT,
          TypeKind.INTEGER,
          TypeKind.BIGINT,
          TypeKind.NUMERIC,
          TypeKind.REAL,
          TypeKind.DOUBLE);

  ArgumentMatch {
    types = List.copyOf(types);
  }

  /** Returns the match; null if an argument does not match the signature. */
  static @Nullable ArgumentMatch of(FunctionSignature signature, List<SqlType> arguments) {
    if (!signature.accepts(arguments.size())) {
      return null;
    }
    SqlType element = elementOf(signature, arguments);
    List<SqlType> types = new ArrayList<>();
    int cost = 0;
    for (int i = 0; i < arguments.size(); i++) {
      SqlType target = target(signature.parameter(i), arguments.get(i), element);
      int step = target == null ? -1 : step(signature.parameter(i), arguments.get(i), target);
      if (target == null || step < 0) {
        return null;
      }
      types.add(target);
      cost += step;
    }
    SqlType result = target(signature.result(), SqlType.of(TypeKind.UNKNOWN), element);
    return result == null ? null : new ArgumentMatch(signature, types, result, cost);
  }

  private static int step(ParameterType parameter, SqlType argument, SqlType target) {
    if (parameter instanceof AnyText) {
      return CAST;
    }
    if (parameter instanceof AnyTextArray) {
      return argument.kind() == TypeKind.ARRAY || argument.kind() == TypeKind.UNKNOWN ? CAST : -1;
    }
    boolean isGuess = parameter instanceof AnyArray && argument.kind() == TypeKind.UNKNOWN;
    return isGuess ? 2 * CAST : distance(argument, target);
  }

  /**
   * Returns the type to which {@code anyelement} is bound; text if all its arguments are untyped
   * literals.
   */
  private static SqlType elementOf(FunctionSignature signature, List<SqlType> arguments) {
    SqlType found = SqlType.of(TypeKind.UNKNOWN);
    for (int i = 0; i < arguments.size(); i++) {
      SqlType argument = arguments.get(i);
      SqlType bound =
          switch (signature.parameter(i)) {
            case AnyElement _ -> argument;
            case AnyArray _ -> argument.element();
            case Any _, AnyText _, AnyJson _, AnyTypeName _, AnyTextArray _, Exact _ -> null;
          };
      if (bound != null && bound.kind() != TypeKind.UNKNOWN && isWider(bound, found)) {
        found = bound;
      }
    }
    if (found.kind() == TypeKind.UNKNOWN || found.kind().isText()) {
      return SqlType.of(TypeKind.TEXT);
    }
    return found.element() == null ? SqlType.of(found.kind()) : found;
  }

  private static boolean isWider(SqlType type, SqlType than) {
    return than.kind() == TypeKind.UNKNOWN || distance(than, type) > 0;
  }

  private static @Nullable SqlType target(
      ParameterType parameter, SqlType argument, SqlType element) {
    return switch (parameter) {
      case Exact(SqlType type) -> type;
      case Any _, AnyJson _ ->
          argument.kind() == TypeKind.UNKNOWN ? SqlType.of(TypeKind.TEXT) : argument;
      case AnyTypeName _ -> argument;
      case AnyText _ -> SqlType.of(TypeKind.TEXT);
      case AnyTextArray _ -> SqlType.arrayOf(SqlType.of(TypeKind.TEXT));
      case AnyElement _ -> element;
      case AnyArray _ -> element.kind() == TypeKind.ARRAY ? null : SqlType.arrayOf(element);
    };
  }

  /** Returns the cost of an implicit cast; negative if there is none. */
  static int distance(SqlType from, SqlType to) {
    if (from.kind() == TypeKind.UNKNOWN) {
      return untyped(to.kind());
    }
    if (from.element() != null || to.element() != null) {
      return betweenArrays(from, to);
    }
    if (from.kind() == to.kind()) {
      return 0;
    }
    if (from.kind().isText() && to.kind().isText()) {
      return to.kind() == TypeKind.TEXT ? 1 : 2;
    }
    int below = LADDER.indexOf(from.kind());
    int above = LADDER.indexOf(to.kind());
    if (below >= 0 && above > below) {
      return to.kind() == TypeKind.DOUBLE ? CAST_TO_PREFERRED : CAST + above - below;
    }
    return betweenOthers(from.kind(), to.kind());
  }

  private static int untyped(TypeKind to) {
    return switch (to) {
      case TEXT -> UNTYPED_AS_TEXT;
      case DOUBLE, TIMESTAMPTZ, INTERVAL, BOOLEAN -> UNTYPED_AS_PREFERRED;
      default -> UNTYPED_AS_OTHER;
    };
  }

  private static int betweenArrays(SqlType from, SqlType to) {
    SqlType source = from.element();
    SqlType target = to.element();
    if (source == null || target == null) {
      return -1;
    }
    return source.kind() == target.kind() || (source.kind().isText() && target.kind().isText())
        ? 0
        : distance(source, target);
  }

  private static int betweenOthers(TypeKind from, TypeKind to) {
    return switch (to) {
      case TIMESTAMPTZ ->
          from == TypeKind.DATE || from == TypeKind.TIMESTAMP ? CAST_TO_PREFERRED : -1;
      case TIMESTAMP -> from == TypeKind.DATE ? CAST : -1;
      case INTERVAL -> from == TypeKind.TIME ? CAST : -1;
      case OID -> from.isInteger() || from.isOid() ? CAST : -1;
      case REGCLASS, REGTYPE, REGPROC, REGPROCEDURE ->
          from.isInteger() || from == TypeKind.OID ? CAST : -1;
      case BIGINT -> from.isOid() ? CAST : -1;
      default -> -1;
    };
  }
}
