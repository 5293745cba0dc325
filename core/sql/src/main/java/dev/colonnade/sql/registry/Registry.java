package dev.colonnade.sql.registry;

import static java.util.Objects.requireNonNull;

import dev.colonnade.sql.registry.cast.CastTable;
import dev.colonnade.sql.registry.function.FunctionTable;
import dev.colonnade.sql.registry.operator.OperatorTable;
import dev.colonnade.sql.registry.type.BaseTypes;
import dev.colonnade.sql.registry.type.TypeOverlay;
import dev.colonnade.sql.registry.type.Types;

/**
 * The built-in types, casts, operators and functions, with the types of a catalog. Immutable; any
 * number of sessions share the built-in part.
 *
 * @param internals functions that have no name in SQL
 */
public record Registry(
    Types types,
    CastTable casts,
    OperatorTable operators,
    FunctionTable functions,
    FunctionTable internals) {
  public Registry {
    requireNonNull(types, "types is null");
    requireNonNull(casts, "casts is null");
    requireNonNull(operators, "operators is null");
    requireNonNull(functions, "functions is null");
    requireNonNull(internals, "internals is null");
  }

  /** Built-in part, which is read once. */
  private static final class BuiltIn {
    static final Registry REGISTRY = read();
  }

  /** Returns the built-in part. */
  public static Registry ofSystem() {
    return BuiltIn.REGISTRY;
  }

  private static Registry read() {
    BaseTypes types = new BaseTypes();
    return new Registry(
        new Types(types, TypeOverlay.NONE),
        new CastTable(types),
        new OperatorTable(types),
        FunctionTable.ofSystem(types),
        FunctionTable.ofInternals(types));
  }

  /** Returns the same registry with the types of a catalog. */
  public Registry with(TypeOverlay overlay) {
    return new Registry(new Types(types.base(), overlay), casts, operators, functions, internals);
  }
}
