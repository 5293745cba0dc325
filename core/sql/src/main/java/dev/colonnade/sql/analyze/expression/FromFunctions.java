package dev.colonnade.sql.analyze.expression;

import static java.util.Objects.requireNonNull;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.error.ErrorFields;
import dev.colonnade.sql.analyze.bind.Origin;
import dev.colonnade.sql.analyze.bind.ResultColumn;
import dev.colonnade.sql.analyze.bind.TypedExpression;
import dev.colonnade.sql.analyze.bind.TypedExpression.RowField;
import dev.colonnade.sql.analyze.expression.call.SetCalls;
import dev.colonnade.sql.analyze.expression.call.SpecialCalls;
import dev.colonnade.sql.analyze.expression.invoke.JsonRecords;
import dev.colonnade.sql.analyze.expression.value.ExpressionState;
import dev.colonnade.sql.analyze.expression.value.Positions;
import dev.colonnade.sql.expression.ColumnReference;
import dev.colonnade.sql.expression.Expression;
import dev.colonnade.sql.expression.call.ArrayMapping;
import dev.colonnade.sql.logical.LogicalOperator.SetFunction;
import dev.colonnade.sql.logical.Variable;
import dev.colonnade.sql.registry.type.Type;
import dev.colonnade.sql.registry.type.TypeReference;
import dev.colonnade.sql.syntax.query.Call;
import dev.colonnade.sql.syntax.query.FromItem;
import dev.colonnade.sql.type.TypeKind;
import dev.colonnade.sql.vector.VectorType;
import dev.colonnade.type.schema.TableSchema;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Analysis of functions in FROM. */
public final class FromFunctions {
  /** Maximum number of columns of the functions of one item. */
  private static final int COLUMNS_MAX = 1664;

  private static final String UNNEST = "unnest";
  private static final List<String> JSON_RECORDS =
      List.of("json_to_record", "jsonb_to_record", "json_to_recordset", "jsonb_to_recordset");

  /** Functions whose first argument is a row, which may be without known fields. */
  private static final List<String> JSON_ROWS =
      List.of(
          "json_populate_record",
          "jsonb_populate_record",
          "json_populate_recordset",
          "jsonb_populate_recordset");

  private final NodeAnalyzer nodes;
  private final ExpressionState state;

  /** Creates the analysis of functions whose arguments {@code expressions} analyzes. */
  public FromFunctions(ExpressionAnalyzer expressions) {
    this.nodes = requireNonNull(expressions, "expressions is null").nodes();
    this.state = nodes.state();
  }

  /**
   * Functions of one item of FROM.
   *
   * @param name of the item: its alias, or the name of the function
   * @param columns of all functions, then that of WITH ORDINALITY, with their names before the
   *     alias's list of columns is applied
   * @param ordinality number of the row; null without WITH ORDINALITY
   */
  public record FunctionRows(
      String name,
      List<SetFunction> functions,
      List<ResultColumn> columns,
      @Nullable Variable ordinality) {
    public FunctionRows(
        String name,
        List<SetFunction> functions,
        List<ResultColumn> columns,
        @Nullable Variable ordinality) {
      this.name = requireNonNull(name, "name is null");
      this.functions = List.copyOf(functions);
      this.columns = List.copyOf(columns);
      this.ordinality = ordinality;
    }
  }

  /** Returns the rows of an item. */
  public FunctionRows analyze(FromItem.Functions item) {
    List<SetFunction> functions = new ArrayList<>();
    List<ResultColumn> columns = new ArrayList<>();
    String alias = item.alias() == null ? "" : item.alias().name();
    boolean isOne = item.sources().size() == 1 && !item.rowsFrom();
    for (FromItem.Source source : item.sources()) {
      List<FromItem.ColumnDefinition> definitions =
          source.columns().isEmpty() && isOne ? item.columns() : source.columns();
      List<dev.colonnade.sql.syntax.query.Expression> calls = calls(source.call());
      boolean takesAlias = isOne && calls.size() == 1 && !alias.isEmpty();
      for (dev.colonnade.sql.syntax.query.Expression call : calls) {
        SetCalls.Rows rows = rows(call, definitions);
        String shown = takesAlias && !hasNamedColumns(call, rows) ? alias : "";
        functions.add(function(rows, shown, columns));
      }
    }
    Variable ordinality = null;
    if (item.withOrdinality()) {
      ordinality =
          state.statement().variables().create(VectorType.of(TypeKind.BIGINT), "ordinality");
      columns.add(new ResultColumn("ordinality", ordinality, state.reference("int8"), Origin.NONE));
    }
    if (columns.size() > COLUMNS_MAX) {
      throw Positions.error(
          ErrorCode.TOO_MANY_COLUMNS,
          "functions in FROM can return at most %d columns".formatted(COLUMNS_MAX),
          item.sources().getFirst().call().position());
    }
    String name = alias.isEmpty() ? nameOf(item.sources().getFirst().call()) : alias;
    return new FunctionRows(name, functions, columns, ordinality);
  }

  /** An {@code unnest} of several arrays is one call for each of them. */
  private static List<dev.colonnade.sql.syntax.query.Expression> calls(
      dev.colonnade.sql.syntax.query.Expression call) {
    if (!(call instanceof Call.Function function
        && function.name().last().equals(UNNEST)
        && function.arguments().list().size() > 1)) {
      return List.of(call);
    }
    List<dev.colonnade.sql.syntax.query.Expression> calls = new ArrayList<>();
    for (Call.Argument argument : function.arguments().list()) {
      calls.add(SpecialCalls.function(UNNEST, List.of(argument.value()), function.position()));
    }
    return calls;
  }

  private SetCalls.Rows rows(
      dev.colonnade.sql.syntax.query.Expression call, List<FromItem.ColumnDefinition> definitions) {
    SetCalls.Rows rows;
    if (call instanceof Call.Function function && !definitions.isEmpty()) {
      SetCalls.Rows records = jsonRecords(function, definitions);
      if (records != null) {
        return records;
      }
    }
    if (call instanceof Call.Function function) {
      rows = nodes.functions().rows(function);
    } else {
      TypedExpression value = nodes.analyze(call);
      rows =
          new SetCalls.Rows(
              state.builder().array(List.of(value.expression())),
              List.of(new RowField(nameOf(call), value.type())),
              false);
    }
    boolean isRecord =
        rows.columns().size() == 1
            && rows.columns().getFirst().type().type().name().equals("record");
    if (definitions.isEmpty()) {
      if (isRecord) {
        throw Positions.error(
            ErrorCode.SYNTAX_ERROR,
            "a column definition list is required for functions returning \"record\"",
            call.position());
      }
      return rows;
    }
    if (!isRecord) {
      throw Positions.error(
          ErrorCode.SYNTAX_ERROR,
          "a column definition list is only allowed for functions returning \"record\"",
          definitions.getFirst().position());
    }
    return new SetCalls.Rows(rows.call(), fields(definitions), true);
  }

  /** Throws TYPE_MISMATCH if the fields of the rows are others than the defined ones. */
  private static void requireSame(List<RowField> known, List<RowField> defined, int position) {
    if (known.size() != defined.size()) {
      throw notSame(
          "Returned row contains %d attribute%s, but query expects %d."
              .formatted(known.size(), known.size() == 1 ? "" : "s", defined.size()),
          position);
    }
    for (int i = 0; i < known.size(); i++) {
      Type type = known.get(i).type().type();
      Type expected = defined.get(i).type().type();
      if (!type.isUnknown() && !type.equals(expected)) {
        throw notSame(
            "Returned type %s at ordinal position %d, but query expects %s."
                .formatted(type, i + 1, expected),
            position);
      }
    }
  }

  private static ColonnadeException notSame(String detail, int position) {
    return new ColonnadeException(
        ErrorCode.TYPE_MISMATCH,
        "function return row and query-specified return row do not match",
        ErrorFields.at(position + 1).withDetail(detail));
  }

  private List<RowField> fields(List<FromItem.ColumnDefinition> definitions) {
    if (definitions.size() > TableSchema.COLUMNS_MAX) {
      throw Positions.error(
          ErrorCode.TOO_MANY_COLUMNS,
          "column definition lists can have at most %d entries".formatted(TableSchema.COLUMNS_MAX),
          definitions.getFirst().position());
    }
    List<RowField> fields = new ArrayList<>();
    for (FromItem.ColumnDefinition definition : definitions) {
      fields.add(
          new RowField(definition.name(), nodes.constants().types().resolve(definition.type())));
    }
    return fields;
  }

  /** Returns the rows of a function of JSON with defined columns; null for other functions. */
  private SetCalls.@Nullable Rows jsonRecords(
      Call.Function node, List<FromItem.ColumnDefinition> definitions) {
    List<Call.Argument> arguments = node.arguments().list();
    if (JSON_RECORDS.contains(node.name().last()) && arguments.size() == 1) {
      return jsonRecords(node, arguments.getFirst(), fields(definitions));
    }
    if (!JSON_ROWS.contains(node.name().last()) || arguments.size() != 2) {
      return null;
    }
    TypedExpression base = nodes.analyze(arguments.getFirst().value());
    if (!base.type().type().name().equals("record")) {
      return null;
    }
    List<RowField> known = nodes.conversions().rows().fields(base);
    if (known.isEmpty()) {
      return jsonRecords(node, arguments.getLast(), fields(definitions));
    }
    requireSame(known, fields(definitions), node.position());
    return null;
  }

  /** Returns the rows of objects in JSON. */
  private SetCalls.Rows jsonRecords(
      Call.Function node, Call.Argument argument, List<RowField> fields) {
    String name = node.name().last();
    TypedExpression json = nodes.analyze(argument.value());
    TypedExpression value =
        nodes.conversions().convert(json, state.reference(name.substring(0, name.indexOf('_'))));
    Expression call =
        new JsonRecords(state, nodes.conversions()).records(name, value.expression(), fields);
    return new SetCalls.Rows(call, fields, true);
  }

  /** Returns whether the column of a function has a name of its own, which no alias replaces. */
  private static boolean hasNamedColumns(
      dev.colonnade.sql.syntax.query.Expression call, SetCalls.Rows rows) {
    return rows.isRow()
        || rows.columns().size() != 1
        || !rows.columns().getFirst().name().equals(nameOf(call));
  }

  private SetFunction function(SetCalls.Rows rows, String name, List<ResultColumn> into) {
    List<Variable> variables = new ArrayList<>();
    for (RowField field : rows.columns()) {
      String shown = name.isEmpty() ? field.name() : name;
      TypeReference type = field.type();
      Variable variable =
          state.statement().variables().create(ExpressionState.vectorOf(type.type()), shown);
      variables.add(variable);
      into.add(new ResultColumn(shown, variable, type, field.fields(), Origin.NONE));
    }
    return new SetFunction(
        rows.isRow() && variables.size() == 1
            ? fieldOfRows(rows.call(), rows.columns().getFirst())
            : rows.call(),
        variables);
  }

  /** Returns the list of the only fields of rows. */
  private Expression fieldOfRows(Expression list, RowField field) {
    VectorType row = VectorType.of(TypeKind.UNKNOWN);
    return new ArrayMapping(
        list,
        row,
        state
            .builder()
            .field(
                new ColumnReference(row, 0),
                0,
                ExpressionState.kindOf(field.type().type()),
                field.name()));
  }

  private static String nameOf(dev.colonnade.sql.syntax.query.Expression call) {
    return switch (call) {
      case Call.Function function -> function.name().last();
      case Call.Special special -> special.function().name().toLowerCase(java.util.Locale.ROOT);
      case Call.CurrentValue value -> value.kind().name().toLowerCase(java.util.Locale.ROOT);
      default -> "?column?";
    };
  }
}
