package dev.colonnade.sql.error;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Calcite's messages in PostgreSQL's words. */
final class PostgresWords {
  private record Phrase(Pattern calcite, String postgres) {}

  private static final List<Phrase> PHRASES =
      List.of(
          phrase("Column '(.*)' not found in any table.*", "column \"$1\" does not exist"),
          phrase("Column '(.*)' not found in table '(.*)'.*", "column $2.$1 does not exist"),
          phrase("Object '(.*?)' not found.*", "relation \"$1\" does not exist"),
          phrase("Table '(.*)' not found", "missing FROM-clause entry for table \"$1\""),
          phrase("Column '(.*)' is ambiguous", "column reference \"$1\" is ambiguous"),
          phrase(
              "Expression '(.*)' is not being grouped",
              "column \"$1\" must appear in the GROUP BY clause or be used in an aggregate"
                  + " function"),
          phrase(
              "(?:Windowed )?[Aa]ggregate expression is illegal in (.*) clause",
              "aggregate functions are not allowed in $1"),
          phrase(
              "Duplicate relation name '(.*)' in FROM clause",
              "table name \"$1\" specified more than once"),
          phrase("Unknown (?:identifier|datatype name) '(.*)'", "type \"$1\" does not exist"),
          phrase(
              "more than one value in agg SINGLE_VALUE",
              "more than one row returned by a subquery used as an expression"),
          phrase("Illegal use of dynamic parameter", "could not determine data type of parameter"));

  private static final Pattern OPERATOR =
      Pattern.compile("Cannot apply '(.+?)' to arguments of type '(.+?)'\\..*", Pattern.DOTALL);

  private static final Map<String, String> TYPES =
      Map.of(
          "varchar", "text",
          "char", "text",
          "decimal", "numeric",
          "double", "double precision",
          "timestamp", "timestamp without time zone",
          "timestamp_with_local_time_zone", "timestamp with time zone",
          "time", "time without time zone",
          "varbinary", "bytea");

  private PostgresWords() {}

  private static Phrase phrase(String calcite, String postgres) {
    return new Phrase(Pattern.compile(calcite, Pattern.DOTALL), postgres);
  }

  static String of(String message) {
    for (Phrase phrase : PHRASES) {
      Matcher matcher = phrase.calcite().matcher(message);
      if (matcher.matches()) {
        return matcher.replaceFirst(phrase.postgres());
      }
    }
    Matcher operator = OPERATOR.matcher(message);
    return operator.matches() ? "operator does not exist: " + types(operator.group(2)) : message;
  }

  private static String types(String operands) {
    return Pattern.compile("<([^>]*)>")
        .matcher(operands)
        .replaceAll(found -> Matcher.quoteReplacement(type(found.group(1))));
  }

  private static String type(String calcite) {
    String plain = calcite.replaceAll("\\(.*", "").toLowerCase(Locale.ROOT);
    return TYPES.getOrDefault(plain, plain);
  }
}
