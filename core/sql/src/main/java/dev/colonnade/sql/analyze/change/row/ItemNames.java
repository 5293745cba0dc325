package dev.colonnade.sql.analyze.change.row;

import dev.colonnade.sql.syntax.query.Call;
import dev.colonnade.sql.syntax.query.Constant;
import dev.colonnade.sql.syntax.query.Expression;
import dev.colonnade.sql.syntax.query.Operation;
import dev.colonnade.sql.syntax.query.Predicate;
import dev.colonnade.sql.syntax.query.Query;
import dev.colonnade.sql.syntax.query.Reference;
import dev.colonnade.sql.syntax.query.SubqueryExpression;
import dev.colonnade.sql.syntax.query.TypeName;
import java.util.Locale;

/** Names of result columns without an alias, by PostgreSQL's rules. */
final class ItemNames {
  private static final String UNNAMED = "?column?";

  private ItemNames() {}

  /**
   * Name that an expression suggests.
   *
   * @param isStrong whether the name takes precedence over that of a cast or CASE around it
   */
  private record Suggestion(String name, boolean isStrong) {
    static final Suggestion NONE = new Suggestion(UNNAMED, false);
  }

  static String of(Expression value) {
    return suggestion(value).name();
  }

  private static Suggestion strong(String name) {
    return new Suggestion(name, true);
  }

  private static Suggestion suggestion(Expression value) {
    return switch (value) {
      case Reference reference -> ofReference(reference);
      case Call call -> ofCall(call);
      case Operation operation -> ofOperation(operation);
      case SubqueryExpression.Exists _ -> strong("exists");
      case SubqueryExpression.ArrayOf _ -> strong("array");
      case SubqueryExpression.Scalar scalar -> ofQuery(scalar.query());
      case SubqueryExpression _ -> Suggestion.NONE;
      case Constant.TypedConstant constant -> new Suggestion(typeName(constant.type()), false);
      case Constant.BooleanConstant _ -> new Suggestion("bool", false);
      case Constant _ -> Suggestion.NONE;
      case Predicate _ -> Suggestion.NONE;
    };
  }

  private static Suggestion ofReference(Reference reference) {
    return switch (reference) {
      case Reference.Column column -> strong(column.names().getLast());
      case Reference.Field field -> strong(field.name());
      case Reference.Subscript subscript -> suggestion(subscript.base());
      case Reference.Slice slice -> suggestion(slice.base());
      case Reference.Star _, Reference.Parameter _, Reference.DefaultValue _ -> Suggestion.NONE;
      case Reference.CurrentOf _, Reference.AllFields _ -> Suggestion.NONE;
    };
  }

  private static Suggestion ofCall(Call call) {
    return switch (call) {
      case Call.Function function -> strong(function.name().last());
      case Call.Special special -> strong(nameOf(special.function()));
      case Call.CurrentValue value -> strong(value.kind().name().toLowerCase(Locale.ROOT));
      case Call.Case cases -> {
        Expression otherwise = cases.otherwise();
        Suggestion inner = otherwise == null ? Suggestion.NONE : suggestion(otherwise);
        yield inner.isStrong() ? inner : new Suggestion("case", false);
      }
      case Call.Row _ -> strong("row");
      case Call.Array _ -> strong("array");
      case Call.Treat treat -> new Suggestion(typeName(treat.type()), false);
      case Call.Xml xml -> strong(xml.name());
    };
  }

  private static String nameOf(Call.SpecialFunction function) {
    return switch (function) {
      case SUBSTRING_FROM_FOR, SUBSTRING_FROM, SUBSTRING_FOR, SUBSTRING_SIMILAR -> "substring";
      case OVERLAY_PLACING -> "overlay";
      case TRIM_BOTH -> "btrim";
      case TRIM_LEADING -> "ltrim";
      case TRIM_TRAILING -> "rtrim";
      case COLLATION_FOR -> "pg_collation_for";
      case COALESCE, GREATEST, LEAST, NULLIF, GROUPING, EXTRACT, POSITION, NORMALIZE ->
          function.name().toLowerCase(Locale.ROOT);
    };
  }

  private static Suggestion ofOperation(Operation operation) {
    return switch (operation) {
      case Operation.Cast cast -> {
        Suggestion inner = suggestion(cast.operand());
        yield inner.isStrong() ? inner : new Suggestion(typeName(cast.type()), false);
      }
      case Operation.Collate collate -> suggestion(collate.operand());
      case Operation.AtTimeZone _ -> strong("timezone");
      case Operation.Binary _, Operation.Unary _, Operation.And _ -> Suggestion.NONE;
      case Operation.Or _, Operation.Not _ -> Suggestion.NONE;
    };
  }

  private static Suggestion ofQuery(Query query) {
    return switch (query) {
      case Query.Qualified qualified -> ofQuery(qualified.body());
      case Query.Select select when !select.items().isEmpty() -> {
        Query.Item first = select.items().getFirst();
        String alias = first.alias();
        yield alias == null ? suggestion(first.value()) : strong(alias);
      }
      case Query.SetOperation operation -> ofQuery(operation.left());
      case Query.Past past -> ofQuery(past.query());
      case Query.Values _ -> strong("column1");
      case Query.Select _, Query.Table _ -> Suggestion.NONE;
    };
  }

  private static String typeName(TypeName type) {
    return type.name().last();
  }
}
