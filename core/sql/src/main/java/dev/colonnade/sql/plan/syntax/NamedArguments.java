package dev.colonnade.sql.plan.syntax;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.sql.parse.ExtraOperators;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlFunction;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.jspecify.annotations.Nullable;

/** Arguments that are given by the names of their parameters, {@code days => 3}. */
final class NamedArguments {
  /**
   * A parameter.
   *
   * @param otherwise what stands for it if it is left out: a number, TRUE or FALSE, or a text; null
   *     if it has to be there
   */
  private record Parameter(String name, @Nullable String otherwise) {}

  private static final Map<String, List<Parameter>> PARAMETERS =
      Map.ofEntries(
          entry("make_date", "year, month, day"),
          entry("make_time", "hour, min, sec"),
          entry("make_timestamp", "year, month, mday, hour, min, sec"),
          entry("make_timestamptz", "year, month, mday, hour, min, sec, timezone"),
          entry("make_interval", "years=0, months=0, weeks=0, days=0, hours=0, mins=0, secs=0"),
          entry("parse_ident", "str, strict=true"),
          entry("jsonb_set", "jsonb_in, path, replacement, create_if_missing=true"),
          entry(
              "jsonb_set_lax",
              "jsonb_in, path, replacement, create_if_missing=true,"
                  + " null_value_treatment=use_json_null"),
          entry("jsonb_insert", "jsonb_in, path, replacement, insert_after=false"),
          entry("jsonb_path_exists", "target, path, vars={}, silent=false"),
          entry("jsonb_path_match", "target, path, vars={}, silent=false"),
          entry("jsonb_path_query", "target, path, vars={}, silent=false"),
          entry("jsonb_path_query_array", "target, path, vars={}, silent=false"),
          entry("jsonb_path_query_first", "target, path, vars={}, silent=false"),
          entry("json_array_elements", "from_json"),
          entry("jsonb_array_elements", "from_json"),
          entry("json_each", "from_json"),
          entry("jsonb_each", "from_json"),
          entry("pg_terminate_backend", "pid, timeout=0"));

  private NamedArguments() {}

  private static Map.Entry<String, List<Parameter>> entry(String function, String parameters) {
    List<Parameter> all = new ArrayList<>();
    for (String parameter : parameters.split(", ?", -1)) {
      int equals = parameter.indexOf('=');
      all.add(
          equals < 0
              ? new Parameter(parameter, null)
              : new Parameter(parameter.substring(0, equals), parameter.substring(equals + 1)));
    }
    return Map.entry(function, List.copyOf(all));
  }

  /** The call with all its arguments in their places; as it is if none has a name. */
  static SqlNode placed(SqlCall call) {
    String name = call.getOperator().getName().toLowerCase(Locale.ROOT);
    boolean isNamed =
        call.getOperator() instanceof SqlFunction
            && call.getOperandList().stream().anyMatch(NamedArguments::isNamed);
    // All parameters of make_interval may be left out.
    boolean isShort = name.equals("make_interval") && call.operandCount() < 7;
    if (!isNamed && !isShort) {
      return call;
    }
    List<Parameter> parameters = PARAMETERS.getOrDefault(name, List.of());
    SqlNode[] placed = new SqlNode[parameters.size()];
    int count = 0;
    for (int i = 0; i < call.operandCount(); i++) {
      SqlNode argument = call.operand(i);
      int place =
          isNamed(argument) ? placeOf(((SqlCall) argument).operand(1).toString(), parameters) : i;
      if (place < 0 || place >= placed.length || placed[place] != null) {
        throw unknown(name);
      }
      placed[place] = isNamed(argument) ? ((SqlCall) argument).operand(0) : argument;
      count = Math.max(count, place + 1);
    }
    int size = isShort ? placed.length : count;
    List<SqlNode> arguments = new ArrayList<>();
    for (int i = 0; i < size; i++) {
      arguments.add(
          placed[i] == null
              ? otherwise(name, parameters.get(i), call.getParserPosition())
              : placed[i]);
    }
    return ExtraOperators.call(name, call.getParserPosition(), arguments.toArray(new SqlNode[0]));
  }

  private static boolean isNamed(@Nullable SqlNode argument) {
    return argument instanceof SqlCall call && call.getKind() == SqlKind.ARGUMENT_ASSIGNMENT;
  }

  private static int placeOf(String name, List<Parameter> parameters) {
    for (int i = 0; i < parameters.size(); i++) {
      if (parameters.get(i).name().equals(name.toLowerCase(Locale.ROOT))) {
        return i;
      }
    }
    return -1;
  }

  private static SqlNode otherwise(String function, Parameter parameter, SqlParserPos pos) {
    String value = parameter.otherwise();
    return switch (value) {
      case null -> throw unknown(function);
      case "true", "false" -> SqlLiteral.createBoolean(value.equals("true"), pos);
      case "0" -> SqlLiteral.createExactNumeric(value, pos);
      default -> SqlLiteral.createCharString(value, pos);
    };
  }

  private static ColonnadeException unknown(String function) {
    return new ColonnadeException(
        ErrorCode.UNKNOWN_FUNCTION,
        "function " + function + " with arguments of these names does not exist");
  }
}
