package dev.colonnade.sql.system;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Index of the built-in functions of {@code pg_proc} by OID and by name. */
public final class BuiltInFunctions {
  private record Function(
      long oid, String name, long result, boolean isSet, List<Object> arguments) {}

  private static final Map<Long, Function> BY_OID = new HashMap<>();
  private static final Map<String, List<Function>> BY_NAME = new HashMap<>();

  static {
    SystemTable table = SystemTables.require("pg_proc");
    for (@Nullable Object[] row : BuiltInRows.of("pg_proc")) {
      Function function =
          new Function(
              table.number(row, "oid"),
              table.text(row, "proname"),
              table.number(row, "prorettype"),
              Boolean.TRUE.equals(row[table.ordinal("proretset")]),
              table.list(row, "proargtypes"));
      BY_OID.put(function.oid(), function);
      BY_NAME.computeIfAbsent(function.name(), _ -> new ArrayList<>()).add(function);
    }
  }

  private BuiltInFunctions() {}

  public static @Nullable String name(long oid) {
    Function function = BY_OID.get(oid);
    return function == null ? null : function.name();
  }

  /** Returns the name of a function with the types of its arguments; null if there is none. */
  public static @Nullable String signature(long oid) {
    Function function = BY_OID.get(oid);
    return function == null ? null : function.name() + "(" + arguments(function, ",") + ")";
  }

  /**
   * Returns the OID of the only function of a name; throws PostgreSQL's error if there is none or
   * more than one.
   */
  public static long oidOf(String name, String text) {
    List<Function> found = BY_NAME.getOrDefault(name, List.of());
    if (found.size() == 1) {
      return found.getFirst().oid();
    }
    throw found.isEmpty()
        ? new ColonnadeException(
            ErrorCode.UNKNOWN_FUNCTION, "function \"" + text + "\" does not exist")
        : new ColonnadeException(
            ErrorCode.AMBIGUOUS_FUNCTION, "more than one function named \"" + text + "\"");
  }

  /**
   * Returns the OID of the function of a name with arguments of these types; UNKNOWN_FUNCTION if
   * there is none.
   */
  public static long oidOf(String name, List<Long> arguments, String text) {
    for (Function function : BY_NAME.getOrDefault(name, List.of())) {
      if (function.arguments().equals(arguments)) {
        return function.oid();
      }
    }
    throw new ColonnadeException(
        ErrorCode.UNKNOWN_FUNCTION, "function \"" + text + "\" does not exist");
  }

  public static @Nullable String result(long oid) {
    Function function = BY_OID.get(oid);
    return function == null
        ? null
        : (function.isSet() ? "SETOF " : "") + typeName(function.result());
  }

  public static @Nullable String arguments(long oid) {
    Function function = BY_OID.get(oid);
    return function == null ? null : arguments(function, ", ");
  }

  private static String arguments(Function function, String separator) {
    List<String> names = new ArrayList<>();
    for (Object argument : function.arguments()) {
      names.add(typeName((Long) argument));
    }
    return String.join(separator, names);
  }

  private static String typeName(long oid) {
    SystemTypes.Type type = SystemTypes.find(oid);
    return type == null ? "???" : SystemTypes.format(type, SystemTypes.NO_MODIFIER);
  }
}
