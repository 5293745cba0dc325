package dev.colonnade.sql.analyze.query.select;

import dev.colonnade.sql.syntax.query.Call;
import dev.colonnade.sql.syntax.query.Constant;
import dev.colonnade.sql.syntax.query.Expression;
import dev.colonnade.sql.syntax.query.Operation;
import dev.colonnade.sql.syntax.query.Predicate;
import dev.colonnade.sql.syntax.query.Query;
import dev.colonnade.sql.syntax.query.Reference;
import dev.colonnade.sql.syntax.query.SubqueryExpression;
import java.util.Locale;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Names of result columns without an alias: PostgreSQL's {@code FigureColname}. */
public final class ResultNames {
  /** Name of a column that has no other. */
  public static final String NONE = "?column?";

  private final Function<Query, @Nullable String> firstColumns;

  /** Name, and whether it is better than that of a cast around it. */
  private record Found(String name, boolean isStrong) {}

  /**
   * Creates the names.
   *
   * @param firstColumns name of the first column of an analyzed subquery; null if it is not known
   */
  public ResultNames(Function<Query, @Nullable String> firstColumns) {
    this.firstColumns = firstColumns;
  }

  /** Returns the name of the column of an expression. */
  public String of(Expression expression) {
    Found found = find(expression);
    return found == null ? NONE : found.name();
  }

  private @Nullable Found find(Expression expression) {
    return switch (expression) {
      case Constant constant -> constant(constant);
      case Reference reference -> reference(reference);
      case Operation operation -> operation(operation);
      case Predicate predicate -> predicate(predicate);
      case Call call -> call(call);
      case SubqueryExpression subquery -> subquery(subquery);
    };
  }

  private static @Nullable Found constant(Constant constant) {
    return switch (constant) {
      case Constant.TypedConstant typed -> new Found(typed.type().name().last(), false);
      case Constant.NullConstant _,
          Constant.BooleanConstant _,
          Constant.IntegerConstant _,
          Constant.NumericConstant _,
          Constant.StringConstant _,
          Constant.BitConstant _ ->
          null;
    };
  }

  private @Nullable Found reference(Reference reference) {
    return switch (reference) {
      case Reference.Column column -> strong(column.names().getLast());
      case Reference.Field field -> strong(field.name());
      case Reference.Subscript subscript -> find(subscript.base());
      case Reference.Slice slice -> find(slice.base());
      case Reference.Star star when !star.qualifier().isEmpty() ->
          strong(star.qualifier().getLast());
      case Reference.Star _,
          Reference.Parameter _,
          Reference.DefaultValue _,
          Reference.CurrentOf _,
          Reference.AllFields _ ->
          null;
    };
  }

  private static Found strong(String name) {
    return new Found(name, true);
  }

  private @Nullable Found operation(Operation operation) {
    return switch (operation) {
      case Operation.Cast cast -> {
        Found inner = find(cast.operand());
        yield inner != null && inner.isStrong()
            ? inner
            : new Found(cast.type().name().last(), false);
      }
      case Operation.Collate collate -> find(collate.operand());
      case Operation.AtTimeZone _ -> strong("timezone");
      case Operation.Binary _,
          Operation.Unary _,
          Operation.And _,
          Operation.Or _,
          Operation.Not _ ->
          null;
    };
  }

  private static @Nullable Found predicate(Predicate predicate) {
    return switch (predicate) {
      case Predicate.IsNormalized _ -> strong("is_normalized");
      case Predicate.Overlaps _ -> strong("overlaps");
      case Predicate.IsNull _,
          Predicate.IsTruth _,
          Predicate.IsDistinct _,
          Predicate.IsDocument _,
          Predicate.Between _,
          Predicate.InList _,
          Predicate.Like _ ->
          null;
    };
  }

  private @Nullable Found call(Call call) {
    return switch (call) {
      case Call.Function function -> strong(function.name().last());
      case Call.Special special -> strong(name(special.function()));
      case Call.Treat treat -> strong(treat.type().name().last());
      case Call.CurrentValue value -> strong(value.kind().name().toLowerCase(Locale.ROOT));
      case Call.Xml xml -> strong(xml.name());
      case Call.Case branches -> {
        Expression otherwise = branches.otherwise();
        Found found = otherwise == null ? null : find(otherwise);
        yield found != null && found.isStrong() ? found : new Found("case", false);
      }
      case Call.Row _ -> strong("row");
      case Call.Array _ -> strong("array");
    };
  }

  private static String name(Call.SpecialFunction function) {
    return switch (function) {
      case COALESCE, GREATEST, LEAST, NULLIF, GROUPING, EXTRACT, POSITION, NORMALIZE ->
          function.name().toLowerCase(Locale.ROOT);
      case SUBSTRING_FROM_FOR, SUBSTRING_FROM, SUBSTRING_FOR, SUBSTRING_SIMILAR -> "substring";
      case OVERLAY_PLACING -> "overlay";
      case TRIM_BOTH -> "btrim";
      case TRIM_LEADING -> "ltrim";
      case TRIM_TRAILING -> "rtrim";
      case COLLATION_FOR -> "pg_collation_for";
    };
  }

  private @Nullable Found subquery(SubqueryExpression subquery) {
    return switch (subquery) {
      case SubqueryExpression.Scalar scalar -> {
        String name = firstColumns.apply(scalar.query());
        yield name == null ? null : strong(name);
      }
      case SubqueryExpression.Exists _ -> strong("exists");
      case SubqueryExpression.ArrayOf _ -> strong("array");
      case SubqueryExpression.In _,
          SubqueryExpression.Quantified _,
          SubqueryExpression.QuantifiedArray _ ->
          null;
    };
  }
}
