package dev.colonnade.sql.function.operator;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.sql.function.CatalogService;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Texts of {@code aclitem}: {@code grantee=privileges/grantor}. */
final class AclText {
  private static final Map<Character, String> WORDS =
      Map.ofEntries(
          Map.entry('a', "INSERT"),
          Map.entry('r', "SELECT"),
          Map.entry('w', "UPDATE"),
          Map.entry('d', "DELETE"),
          Map.entry('D', "TRUNCATE"),
          Map.entry('x', "REFERENCES"),
          Map.entry('t', "TRIGGER"),
          Map.entry('X', "EXECUTE"),
          Map.entry('U', "USAGE"),
          Map.entry('C', "CREATE"),
          Map.entry('T', "TEMPORARY"),
          Map.entry('c', "CONNECT"),
          Map.entry('s', "SET"),
          Map.entry('A', "ALTER SYSTEM"));

  private AclText() {}

  /** Adds a row for each privilege of an item. */
  static void explode(String item, CatalogService catalog, List<List<@Nullable Object>> rows) {
    int equals = endOfName(item, 0);
    int slash = item.indexOf('/', equals);
    if (equals >= item.length() || item.charAt(equals) != '=' || slash < 0) {
      throw new ColonnadeException(
          ErrorCode.INVALID_ARGUMENT, "invalid aclitem: \"%s\"".formatted(item));
    }
    String grantee = name(item.substring(0, equals));
    String grantor = name(item.substring(slash + 1));
    for (int i = equals + 1; i < slash; i++) {
      boolean isOption = i + 1 < slash && item.charAt(i + 1) == '*';
      List<@Nullable Object> row = new ArrayList<>();
      row.add(catalog.roleOid(grantor));
      row.add(grantee.isEmpty() ? 0L : catalog.roleOid(grantee));
      row.add(WORDS.getOrDefault(item.charAt(i), "UNKNOWN"));
      row.add(isOption);
      rows.add(row);
      i += isOption ? 1 : 0;
    }
  }

  private static int endOfName(String item, int start) {
    int end = start;
    boolean isQuoted = false;
    while (end < item.length() && (isQuoted || item.charAt(end) != '=')) {
      isQuoted ^= item.charAt(end) == '"';
      end++;
    }
    return end;
  }

  private static String name(String text) {
    return text.startsWith("\"") && text.length() > 1
        ? text.substring(1, text.length() - 1).replace("\"\"", "\"")
        : text;
  }
}
