package dev.colonnade.sql.error;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Translation of Calcite's messages to PostgreSQL's. */
final class PostgresMessages {
  private record Translation(Pattern calcite, String postgres) {}

  private static final List<Translation> TRANSLATIONS =
      List.of(
          translation("Column '(.*)' not found in any table.*", "column \"$1\" does not exist"),
          translation("Column '(.*)' not found in table '(.*)'.*", "column $2.$1 does not exist"),
          translation("Object '(.*?)' not found.*", "relation \"$1\" does not exist"),
          translation("Table '(.*)' not found", "missing FROM-clause entry for table \"$1\""),
          translation("Column '(.*)' is ambiguous", "column reference \"$1\" is ambiguous"),
          translation(
              "Expression '(.*)' is not being grouped",
              "column \"$1\" must appear in the GROUP BY clause or be used in an aggregate"
                  + " function"),
          translation(
              "(?:Windowed )?[Aa]ggregate expression is illegal in (.*) clause",
              "aggregate functions are not allowed in $1"),
          translation(
              "Duplicate relation name '(.*)' in FROM clause",
              "table name \"$1\" specified more than once"),
          translation("Unknown (?:identifier|datatype name) '(.*)'", "type \"$1\" does not exist"),
          translation(
              "more than one value in agg SINGLE_VALUE",
              "more than one row returned by a subquery used as an expression"),
          translation(
              "Aggregate expressions cannot be nested",
              "aggregate function calls cannot be nested"),
          translation(
              "Identifier '(.*)' is not a group expr",
              "subquery uses ungrouped column \"$1\" from outer query"),
          translation(
              "Column count mismatch in (.*)",
              "each $1 query must have the same number of columns"),
          translation(
              "Unequal number of entries in ROW expressions",
              "unequal number of entries in row expressions"),
          translation("Window '(.*)' not found", "window \"$1\" does not exist"),
          translation(
              "Duplicate window names not allowed", "a window is already defined by this name"),
          translation(
              "FILTER must not contain aggregate expression",
              "aggregate functions are not allowed in FILTER"),
          translation(
              "Window expressions are not permitted in the HAVING clause.*",
              "window functions are not allowed in HAVING"),
          translation(
              "ORDER BY expression should not contain OVER clause",
              "window functions are not allowed in window definitions"),
          translation(
              "Expression '.*' is not in the select clause",
              "for SELECT DISTINCT, ORDER BY expressions must appear in select list"),
          translation(
              "UNBOUNDED FOLLOWING cannot be specified for the lower frame boundary",
              "frame start cannot be UNBOUNDED FOLLOWING"),
          translation(
              "Upper frame boundary cannot be PRECEDING when lower boundary is CURRENT ROW",
              "frame starting from current row cannot have preceding rows"),
          translation(
              "Window specification must contain an ORDER BY clause",
              "RANGE with offset PRECEDING/FOLLOWING requires exactly one ORDER BY column"),
          translation(
              "(GROUPING operator may only occur in an aggregate query"
                  + "|Argument to GROUPING operator must be a grouped expression)",
              "arguments to GROUPING must be grouping expressions of the associated query level"),
          translation("Require at least 1 argument", "cannot determine type of empty array"),
          translation(
              "Illegal use of dynamic parameter", "could not determine data type of parameter"));

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

  private PostgresMessages() {}

  private static Translation translation(String calcite, String postgres) {
    return new Translation(Pattern.compile(calcite, Pattern.DOTALL), postgres);
  }

  static String of(String message) {
    for (Translation translation : TRANSLATIONS) {
      Matcher matcher = translation.calcite().matcher(message);
      if (matcher.matches()) {
        return matcher.replaceFirst(translation.postgres());
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
