package dev.colonnade.jdbc.text;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Translation of JDBC's scalar functions, <code>{fn ...}</code>, to PostgreSQL's. Functions of the
 * same name in PostgreSQL, and unknown ones, are left as they are.
 */
final class EscapeFunctions {
  private static final String INTERVAL_PREFIX = "SQL_TSI_";

  private EscapeFunctions() {}

  /**
   * Translates a call.
   *
   * @param call {@code name(arguments)}; escapes in the arguments are translated already
   */
  static String translate(String call) {
    int open = call.indexOf('(');
    if (open < 0 || !call.endsWith(")")) {
      return call;
    }
    String name = call.substring(0, open).strip().toLowerCase(Locale.ROOT);
    List<String> arguments = arguments(call.substring(open + 1, call.length() - 1));
    String replaced =
        switch (arguments.size()) {
          case 0 -> withoutArguments(name);
          case 1 -> ofOne(name, arguments.get(0));
          default -> ofMany(name, arguments);
        };
    return replaced.isEmpty() ? call : replaced;
  }

  private static String withoutArguments(String name) {
    return switch (name) {
      case "curdate" -> "current_date";
      case "curtime" -> "localtime";
      case "database" -> "current_database()";
      case "user" -> "current_user";
      default -> "";
    };
  }

  private static String ofOne(String name, String argument) {
    return switch (name) {
      case "ceiling" -> "ceil(" + argument + ")";
      case "log" -> "ln(" + argument + ")";
      case "log10" -> "log(" + argument + ")";
      case "char" -> "chr(" + argument + ")";
      case "lcase" -> "lower(" + argument + ")";
      case "ucase" -> "upper(" + argument + ")";
      case "space" -> "repeat(' ', " + argument + ")";
      case "length" -> "length(rtrim(" + argument + "))";
      case "dayname" -> "to_char(" + argument + ", 'FMDay')";
      case "monthname" -> "to_char(" + argument + ", 'FMMonth')";
      case "dayofmonth" -> "extract(day FROM " + argument + ")";
      case "dayofweek" -> "(extract(dow FROM " + argument + ") + 1)";
      case "dayofyear" -> "extract(doy FROM " + argument + ")";
      case "hour", "minute", "month", "quarter", "second", "week", "year" ->
          "extract(" + name + " FROM " + argument + ")";
      default -> "";
    };
  }

  private static String ofMany(String name, List<String> arguments) {
    String all = String.join(", ", arguments);
    return switch (name) {
      case "power" -> "power(" + all + ")";
      case "truncate" -> "trunc(" + all + ")";
      case "substring" -> "substr(" + all + ")";
      case "ifnull" -> "coalesce(" + all + ")";
      case "concat" -> "(" + String.join(" || ", arguments) + ")";
      case "locate" ->
          arguments.size() == 2
              ? "position(" + arguments.get(0) + " IN " + arguments.get(1) + ")"
              : "";
      case "timestampadd" -> arguments.size() == 3 ? timestampAdd(arguments) : "";
      case "timestampdiff" -> arguments.size() == 3 ? timestampDifference(arguments) : "";
      case "insert" -> arguments.size() == 4 ? overlay(arguments) : "";
      case "convert" -> arguments.size() == 2 ? cast(arguments) : "";
      default -> "";
    };
  }

  private static String timestampAdd(List<String> arguments) {
    String unit = arguments.get(0).toUpperCase(Locale.ROOT);
    if (!unit.startsWith(INTERVAL_PREFIX)) {
      return "";
    }
    String plain = unit.substring(INTERVAL_PREFIX.length()).toLowerCase(Locale.ROOT);
    String one = plain.equals("quarter") ? "3 month" : "1 " + plain;
    return "(" + arguments.get(2) + " + (" + arguments.get(1) + ") * INTERVAL '" + one + "')";
  }

  /** Returns an expression for the number of whole units from one timestamp to another. */
  private static String timestampDifference(List<String> arguments) {
    String unit = arguments.get(0).toUpperCase(Locale.ROOT);
    String from = "CAST(" + arguments.get(1) + " AS timestamp)";
    String to = "CAST(" + arguments.get(2) + " AS timestamp)";
    String months =
        "(extract(year FROM age(%2$s, %1$s)) * 12 + extract(month FROM age(%2$s, %1$s)))"
            .formatted(from, to);
    String seconds = "extract(epoch FROM (" + to + " - " + from + "))";
    return switch (unit) {
      case "SQL_TSI_SECOND" -> whole(seconds, 1);
      case "SQL_TSI_MINUTE" -> whole(seconds, 60);
      case "SQL_TSI_HOUR" -> whole(seconds, 3_600);
      case "SQL_TSI_DAY" -> whole(seconds, 86_400);
      case "SQL_TSI_WEEK" -> whole(seconds, 604_800);
      case "SQL_TSI_MONTH" -> whole(months, 1);
      case "SQL_TSI_QUARTER" -> whole(months, 3);
      case "SQL_TSI_YEAR" -> whole(months, 12);
      default -> "";
    };
  }

  private static String whole(String amount, int unit) {
    return "CAST(trunc(" + amount + " / " + unit + ") AS bigint)";
  }

  private static String overlay(List<String> arguments) {
    return "overlay("
        + arguments.get(0)
        + " PLACING "
        + arguments.get(3)
        + " FROM "
        + arguments.get(1)
        + " FOR "
        + arguments.get(2)
        + ")";
  }

  private static String cast(List<String> arguments) {
    String type = arguments.get(1).toUpperCase(Locale.ROOT);
    String plain = type.startsWith("SQL_") ? type.substring("SQL_".length()) : type;
    String translated =
        switch (plain) {
          case "TINYINT" -> "smallint";
          case "BIT" -> "boolean";
          case "DOUBLE", "FLOAT" -> "double precision";
          case "LONGVARCHAR", "WLONGVARCHAR", "WVARCHAR" -> "text";
          case "WCHAR" -> "char";
          case "BINARY", "VARBINARY", "LONGVARBINARY" -> "bytea";
          default -> plain.toLowerCase(Locale.ROOT);
        };
    return "CAST(" + arguments.get(0) + " AS " + translated + ")";
  }

  /** Splits an argument list at the commas that are not quoted or in parentheses or brackets. */
  private static List<String> arguments(String text) {
    List<String> arguments = new ArrayList<>();
    int depth = 0;
    int start = 0;
    int at = 0;
    while (at < text.length()) {
      char next = text.charAt(at);
      if (next == '(' || next == '[') {
        depth++;
      } else if (next == ')' || next == ']') {
        depth--;
      } else if (next == ',' && depth == 0) {
        arguments.add(text.substring(start, at).strip());
        start = at + 1;
      }
      at = Math.min(text.length(), SqlScanner.skip(text, at));
    }
    String last = text.substring(start).strip();
    if (!last.isEmpty() || !arguments.isEmpty()) {
      arguments.add(last);
    }
    return arguments;
  }
}
