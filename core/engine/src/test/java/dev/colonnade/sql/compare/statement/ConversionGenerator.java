package dev.colonnade.sql.compare.statement;

import static dev.colonnade.sql.compare.statement.Node.expression;
import static java.util.Objects.requireNonNull;

import dev.colonnade.sql.compare.schema.Choices;
import dev.colonnade.sql.compare.schema.Type;
import java.util.List;

/** Generator of expressions over values of any type: texts, JSON, arrays, rows and their parts. */
final class ConversionGenerator {
  private static final List<Type> PLAIN =
      List.of(
          Type.INT,
          Type.BIGINT,
          Type.NUMERIC,
          Type.TEXT,
          Type.CHAR,
          Type.BOOLEAN,
          Type.DATE,
          Type.TIMESTAMP,
          Type.TIMESTAMPTZ,
          Type.INTERVAL,
          Type.UUID);

  private final ExpressionGenerator expressions;
  private final Choices choices;

  ConversionGenerator(GenerationContext context, ExpressionGenerator expressions) {
    this.expressions = requireNonNull(expressions, "expressions is null");
    this.choices = context.choices();
  }

  /** Returns whether there are expressions of a type. */
  static boolean has(Type type) {
    return switch (type) {
      case TEXT, INT, BOOLEAN, INT_ARRAY, CHAR -> true;
      default -> false;
    };
  }

  Node next(Type type, Scope scope, int depth) {
    Type operand = choices.of(PLAIN);
    Node value = expressions.next(operand, scope, depth);
    return switch (type) {
      case TEXT -> text(operand, value, scope, depth);
      case INT -> integer(value, expressions.next(Type.INT, scope, depth));
      case BOOLEAN -> truth(operand, value, scope, depth);
      case CHAR -> character(expressions.next(Type.CHAR, scope, depth));
      default -> array(expressions.next(Type.INT, scope, depth), scope, depth);
    };
  }

  private Node text(Type operand, Node value, Scope scope, int depth) {
    Node other = expressions.next(Type.TEXT, scope, depth);
    return switch (choices.below(13)) {
      case 0, 1, 2 -> expression(Type.TEXT, "text of " + operand, "($)::text", value);
      case 3 -> expression(Type.TEXT, "to_jsonb", "to_jsonb($)::text", value);
      case 4 -> expression(Type.TEXT, "to_json", "to_json($)::text", value);
      case 5 ->
          expression(
              Type.TEXT, "jsonb object", "jsonb_build_object('b', $, 'a', $)::text", value, other);
      case 6 -> expression(Type.TEXT, "json array", "json_build_array($, $)::text", value, other);
      case 7 -> expression(Type.TEXT, "text of row", "row($, $)::text", value, other);
      case 8 -> expression(Type.TEXT, "text of array", "array[$, $]::text", other, other);
      case 9 -> expression(Type.TEXT, "format", "format('%s %L %I', $, $, 'a b')", value, other);
      case 10 -> expression(Type.TEXT, "concat_ws", "concat_ws('-', $, $, null)", value, other);
      case 11 -> expression(Type.TEXT, "json field", "to_jsonb(row($, $))->>'f1'", value, other);
      default -> expression(Type.TEXT, "quote", "quote_nullable($)", other);
    };
  }

  private Node integer(Node value, Node number) {
    return switch (choices.below(7)) {
      case 0 -> expression(Type.INT, "length of text", "length(($)::text)", value);
      case 1 -> expression(Type.INT, "json number", "(to_jsonb($)#>>'{}')::int", number);
      case 2 -> expression(Type.INT, "array element", "(array[$, 7])[1]", number);
      case 3 -> expression(Type.INT, "cardinality", "cardinality(array[$, null, $])", value, value);
      case 4 ->
          expression(Type.INT, "json length", "jsonb_array_length(jsonb_build_array($, 1))", value);
      case 5 -> expression(Type.INT, "octet_length", "octet_length(($)::text)", value);
      default ->
          expression(
              Type.INT, "array_position", "array_position(array[1, 2, $], $)", number, number);
    };
  }

  private Node truth(Type operand, Node value, Scope scope, int depth) {
    Node other = expressions.next(operand, scope, depth);
    Node number = expressions.next(Type.INT, scope, depth);
    Node limit = expressions.next(Type.INT, scope, depth);
    return switch (choices.below(9)) {
      case 0 ->
          expression(Type.BOOLEAN, "any of array", "($ = any (array[$, $]))", value, other, value);
      case 1 -> expression(Type.BOOLEAN, "all of array", "($ <> all (array[$]))", value, other);
      case 2 ->
          expression(
              Type.BOOLEAN,
              "row comparison",
              "(row($, $) " + choices.of("<", "<=", "=", "<>", ">", ">=") + " row($, $))",
              value,
              number,
              other,
              limit);
      case 3 ->
          expression(
              Type.BOOLEAN,
              "row is null",
              "(row($, $) is " + choices.of("", "not ") + "null)",
              value,
              number);
      case 4 ->
          expression(
              Type.BOOLEAN,
              "jsonb exists",
              "(jsonb_build_array($, $) ? ($)::text)",
              value,
              number,
              limit);
      case 5 ->
          expression(
              Type.BOOLEAN,
              "row in list",
              "(($, $) in (($, $), (@, 1)))",
              value,
              number,
              other,
              limit);
      case 6 -> expression(Type.BOOLEAN, "like text", "(($)::text like '%1%')", value);
      case 7 ->
          expression(Type.BOOLEAN, "jsonb equal", "(to_jsonb($) = to_jsonb($))", value, other);
      default ->
          expression(Type.BOOLEAN, "array comparison", "(array[$] < array[$])", value, other);
    };
  }

  private Node character(Node value) {
    return switch (choices.below(4)) {
      case 0 -> expression(Type.CHAR, "char element", "(array[$, 'x'::char(4)])[1]", value);
      case 1 -> expression(Type.CHAR, "char of text", "(($)::text)::char(4)", value);
      case 2 -> expression(Type.CHAR, "char coalesce", "coalesce($, 'q'::char(2))", value);
      default ->
          expression(
              Type.CHAR, "char case", "case when $ < 'b' then $ else 'zz' end", value, value);
    };
  }

  private Node array(Node number, Scope scope, int depth) {
    Node values = expressions.next(Type.INT_ARRAY, scope, depth);
    return switch (choices.below(5)) {
      case 0 -> expression(Type.INT_ARRAY, "array_append", "array_append($, $)", values, number);
      case 1 -> expression(Type.INT_ARRAY, "array slice", "($)[2:3]", values);
      case 2 -> expression(Type.INT_ARRAY, "array of text", "(($)::text)::int[]", values);
      case 3 ->
          expression(
              Type.INT_ARRAY, "array subquery", "array(select unnest($) order by 1)", values);
      default -> expression(Type.INT_ARRAY, "array_remove", "array_remove($, $)", values, number);
    };
  }
}
