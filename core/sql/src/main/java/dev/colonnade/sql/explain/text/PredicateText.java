package dev.colonnade.sql.explain.text;

import dev.colonnade.catalog.index.IndexExpression;
import dev.colonnade.catalog.index.TableIndex;
import dev.colonnade.catalog.relation.Table;
import dev.colonnade.scan.filter.Comparison;
import dev.colonnade.sql.expression.Expression;
import dev.colonnade.sql.expression.Literal;
import dev.colonnade.sql.physical.ScanPlan;
import dev.colonnade.sql.physical.access.ScanPredicate;
import dev.colonnade.sql.type.TypeKind;
import dev.colonnade.sql.vector.VectorType;
import dev.colonnade.type.schema.Column;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** SQL text of the predicates of a scan. */
public final class PredicateText {
  private final Table table;
  private final @Nullable TableIndex index;
  private final String prefix;

  /**
   * Creates the texts for a scan.
   *
   * @param alias prefix of the columns; null for none
   */
  public PredicateText(ScanPlan.TableScan scan, @Nullable String alias) {
    this.table = scan.table();
    this.index = scan.access().index();
    this.prefix = alias == null ? "" : Identifiers.quoted(alias) + ".";
  }

  /** Returns the conjunction of texts, with parentheses if there are several. */
  public static String conjunction(List<String> texts) {
    return texts.size() == 1
        ? texts.getFirst()
        : texts.stream().collect(Collectors.joining(" AND ", "(", ")"));
  }

  /** Returns the texts of the operands of a conjunction, or of an expression that is none. */
  public static List<String> conjuncts(Expression expression, List<String> columns) {
    String text = expression.sql(columns);
    List<Expression> operands = expression.operands();
    List<String> texts = operands.stream().map(operand -> operand.sql(columns)).toList();
    return operands.size() > 1 && text.equals(conjunction(texts))
        ? operands.stream().flatMap(operand -> conjuncts(operand, columns).stream()).toList()
        : List.of(text);
  }

  /** Returns the text of a predicate. */
  public String of(ScanPredicate predicate) {
    return switch (predicate) {
      case ScanPredicate.Compare compare -> comparison(compare, compare.comparison());
      case ScanPredicate.And and -> joined(and.operands(), " AND ");
      case ScanPredicate.Or or -> disjunction(or);
      case ScanPredicate.Not not -> negation(not.operand());
      case ScanPredicate.IsNull isNull -> "(" + name(isNull.column()) + " IS NULL)";
      case ScanPredicate.EqualsAny any -> elements(any, "= ANY");
      case ScanPredicate.Like like -> like(like, "~~");
      case ScanPredicate.Constant constant -> Boolean.toString(constant.value());
    };
  }

  private String joined(List<ScanPredicate> operands, String separator) {
    return operands.stream().map(this::of).collect(Collectors.joining(separator, "(", ")"));
  }

  private String negation(ScanPredicate operand) {
    return switch (operand) {
      case ScanPredicate.IsNull isNull -> "(" + name(isNull.column()) + " IS NOT NULL)";
      case ScanPredicate.EqualsAny any -> elements(any, "<> ALL");
      case ScanPredicate.Like like -> like(like, "!~~");
      case ScanPredicate.Compare compare -> comparison(compare, negated(compare.comparison()));
      case ScanPredicate.Not not -> of(not.operand());
      case ScanPredicate.And _, ScanPredicate.Or _, ScanPredicate.Constant _ ->
          "(NOT " + of(operand) + ")";
    };
  }

  private String like(ScanPredicate.Like like, String operator) {
    return "(%s %s %s)".formatted(name(like.column()), operator, like.pattern().sql(List.of()));
  }

  private String elements(ScanPredicate.EqualsAny any, String operator) {
    String array =
        any.array() instanceof Literal(_, List<?> values) && !values.isEmpty()
            ? array(values.stream().<Expression>map(value -> literal(any, value)).toList())
            : any.array().sql(List.of());
    return "(%s %s (%s))".formatted(name(any.column()), operator, array);
  }

  private static Literal literal(ScanPredicate.EqualsAny any, @Nullable Object value) {
    return new Literal(VectorType.of(any.elements()), value);
  }

  private String comparison(ScanPredicate.Compare compare, Comparison comparison) {
    String name = name(compare.column());
    if (compare.value() instanceof Literal(_, Boolean isTrue)
        && (comparison == Comparison.EQUAL || comparison == Comparison.NOT_EQUAL)) {
      return isTrue == (comparison == Comparison.EQUAL) ? name : "(NOT " + name + ")";
    }
    return "(%s %s %s)".formatted(name, operator(comparison), compare.value().sql(List.of()));
  }

  private String disjunction(ScanPredicate.Or or) {
    Column column = IndexConditions.columnOfValues(or);
    if (column == null) {
      return joined(or.operands(), " OR ");
    }
    List<Expression> values =
        or.operands().stream().map(operand -> ((ScanPredicate.Compare) operand).value()).toList();
    return "(%s = ANY (%s))".formatted(name(column), array(values));
  }

  /** Returns the array of values, as one constant if they are constants without quotes. */
  private static String array(List<Expression> values) {
    TypeKind kind = values.getFirst().type().kind();
    boolean isConstant =
        (kind.isInteger() || kind == TypeKind.NUMERIC || kind == TypeKind.TEXT)
            && values.stream().allMatch(value -> isElement(value, kind));
    return isConstant
        ? values.stream()
            .map(value -> String.valueOf(((Literal) value).value()))
            .collect(Collectors.joining(",", "'{", "}'::" + kind.sqlName() + "[]"))
        : values.stream()
            .map(value -> value.sql(List.of()))
            .collect(Collectors.joining(", ", "ARRAY[", "]"));
  }

  private static boolean isElement(Expression value, TypeKind kind) {
    return value instanceof Literal(_, Object constant)
        && constant != null
        && value.type().kind() == kind
        && constant.toString().matches("[^\\s{},\"'\\\\]+")
        && !constant.toString().equalsIgnoreCase("null");
  }

  private String name(Column column) {
    if (TableIndex.isSortKey(column.id())) {
      int source = TableIndex.sourceOf(column.id());
      return name(new Column(source, column.name(), column.type(), column.nullable()));
    }
    if (table.schema().hasColumn(column.id())) {
      return prefix + Identifiers.quoted(table.schema().column(column.id()).name());
    }
    return index == null || !IndexExpression.isId(column.id())
        ? prefix + Identifiers.quoted(column.name())
        : expression(index, column.id());
  }

  private static String expression(TableIndex index, int columnId) {
    List<IndexExpression> expressions = index.descriptor().definition().expressions();
    return IndexExpression.asKeyPart(
        expressions.get(IndexExpression.positionOf(columnId)).displayText());
  }

  private static String operator(Comparison comparison) {
    return switch (comparison) {
      case EQUAL -> "=";
      case NOT_EQUAL -> "<>";
      case LESS -> "<";
      case LESS_OR_EQUAL -> "<=";
      case GREATER -> ">";
      case GREATER_OR_EQUAL -> ">=";
    };
  }

  private static Comparison negated(Comparison comparison) {
    return switch (comparison) {
      case EQUAL -> Comparison.NOT_EQUAL;
      case NOT_EQUAL -> Comparison.EQUAL;
      case LESS -> Comparison.GREATER_OR_EQUAL;
      case LESS_OR_EQUAL -> Comparison.GREATER;
      case GREATER -> Comparison.LESS_OR_EQUAL;
      case GREATER_OR_EQUAL -> Comparison.LESS;
    };
  }
}
