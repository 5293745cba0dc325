package dev.colonnade.sql.system;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Index of the built-in operators of {@code pg_operator} and of collations by OID and by name. */
public final class BuiltInOperators {
  private record Operator(long oid, String name, long left, long right) {}

  private static final Map<Long, Operator> BY_OID = new HashMap<>();
  private static final Map<String, List<Operator>> BY_NAME = new HashMap<>();
  private static final Map<Long, String> COLLATIONS = new HashMap<>();

  static {
    SystemTable table = SystemTables.require("pg_operator");
    for (@Nullable Object[] row : BuiltInRows.of("pg_operator")) {
      Operator operator =
          new Operator(
              table.number(row, "oid"),
              table.text(row, "oprname"),
              table.number(row, "oprleft"),
              table.number(row, "oprright"));
      BY_OID.put(operator.oid(), operator);
      BY_NAME.computeIfAbsent(operator.name(), _ -> new ArrayList<>()).add(operator);
    }
    SystemTable collations = SystemTables.require("pg_collation");
    for (@Nullable Object[] row : BuiltInRows.of("pg_collation")) {
      COLLATIONS.put(collations.number(row, "oid"), collations.text(row, "collname"));
    }
  }

  private BuiltInOperators() {}

  /** Returns the name, qualified if several operators have it; null if there is none. */
  public static @Nullable String name(long oid) {
    Operator operator = BY_OID.get(oid);
    if (operator == null) {
      return null;
    }
    boolean isOnly = BY_NAME.getOrDefault(operator.name(), List.of()).size() == 1;
    return isOnly ? operator.name() : SystemTables.CATALOG_SCHEMA + "." + operator.name();
  }

  /** Returns the name with the types of the operands; null if there is none. */
  public static @Nullable String signature(long oid) {
    Operator operator = BY_OID.get(oid);
    return operator == null
        ? null
        : "%s(%s,%s)"
            .formatted(operator.name(), typeName(operator.left()), typeName(operator.right()));
  }

  private static String typeName(long oid) {
    SystemTypes.Type type = SystemTypes.find(oid);
    return type == null ? "NONE" : SystemTypes.format(type, SystemTypes.NO_MODIFIER);
  }

  /**
   * Returns the OID of the only operator of a name; throws PostgreSQL's error if there is none or
   * more than one.
   */
  public static long oidOf(String name, String text) {
    List<Operator> found = BY_NAME.getOrDefault(name, List.of());
    if (found.size() == 1) {
      return found.getFirst().oid();
    }
    throw found.isEmpty()
        ? unknown(text)
        : new ColonnadeException(
            ErrorCode.AMBIGUOUS_FUNCTION, "more than one operator named " + text);
  }

  private static ColonnadeException unknown(String text) {
    return new ColonnadeException(ErrorCode.UNKNOWN_FUNCTION, "operator does not exist: " + text);
  }

  /**
   * Returns the OID of the operator of a name with operands of these types; UNKNOWN_FUNCTION if
   * there is none.
   *
   * @param operands OIDs of the types of the left and the right operand; 0 for none
   */
  public static long oidOf(String name, List<Long> operands, String text) {
    for (Operator operator : BY_NAME.getOrDefault(name, List.of())) {
      if (operands.equals(List.of(operator.left(), operator.right()))) {
        return operator.oid();
      }
    }
    throw unknown(text);
  }

  /** Returns the quoted name of a collation; null if there is none. */
  public static @Nullable String collation(long oid) {
    String name = COLLATIONS.get(oid);
    return name == null
        ? null
        : name.chars().allMatch(c -> c == '_' || (c >= 'a' && c <= 'z')) && !name.equals("default")
            ? name
            : "\"" + name + "\"";
  }

  /** Returns the OID of a collation; UNKNOWN_OBJECT if there is none. */
  public static long collation(String name, String text) {
    for (Map.Entry<Long, String> entry : COLLATIONS.entrySet()) {
      if (entry.getValue().equals(name)) {
        return entry.getKey();
      }
    }
    throw new ColonnadeException(
        ErrorCode.UNKNOWN_OBJECT,
        "collation \"%s\" for encoding \"UTF8\" does not exist".formatted(text));
  }
}
