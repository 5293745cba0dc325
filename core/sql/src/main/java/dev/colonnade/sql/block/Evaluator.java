package dev.colonnade.sql.block;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.error.ErrorFields;
import dev.colonnade.error.ErrorOrigin;
import dev.colonnade.sql.block.BlockSession.BlockExpression;
import dev.colonnade.sql.block.BlockSession.BlockQuery;
import dev.colonnade.sql.block.BlockSession.BlockRows;
import dev.colonnade.sql.block.tree.FragmentRewriting;
import dev.colonnade.sql.block.tree.SqlFragment;
import dev.colonnade.sql.block.tree.SqlFragment.VariableReference;
import dev.colonnade.sql.type.SqlType;
import dev.colonnade.sql.type.TypeKind;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Objects;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Evaluator of the SQL expressions and statements in a block, with the values of variables as
 * parameters. One thread.
 */
final class Evaluator {
  private static final Pattern SMALL_NUMBER = Pattern.compile("\\d{1,9}");
  private static final Pattern PLAIN_TEXT = Pattern.compile("'[^']*'");

  /** Keywords of a text that refers to tables. */
  private static final Pattern TABLES =
      Pattern.compile("\\b(?:from|update|insert|delete|merge)\\b", Pattern.CASE_INSENSITIVE);

  private final BlockSession session;
  private final BlockVariables variables;
  private final IdentityHashMap<SqlFragment, CachedQuery> queries = new IdentityHashMap<>();
  private final IdentityHashMap<SqlFragment, QuickFragment> quick = new IdentityHashMap<>();

  /** Fragment that was prepared for parameters of some types. */
  private record CachedQuery(List<@Nullable SqlType> types, BlockQuery query) {
    boolean accepts(int parameter, TypedValue value) {
      return Objects.equals(types.get(parameter), value.parameterType());
    }
  }

  /** Form of a fragment that needs no SQL if it is a constant or a variable. */
  private record QuickFragment(
      @Nullable TypedValue constant, @Nullable VariableReference variable) {
    QuickFragment(@Nullable TypedValue constant, @Nullable VariableReference variable) {
      this.constant = constant;
      this.variable = variable;
    }
  }

  /** Prepared statement with the values of its parameters. */
  record BoundQuery(BlockQuery query, List<@Nullable Object> values) {
    BlockRows run() {
      return query.run(values);
    }
  }

  Evaluator(BlockSession session, BlockVariables variables) {
    this.session = session;
    this.variables = variables;
  }

  /** Returns the value of an expression. */
  TypedValue value(SqlFragment expression) {
    QuickFragment known = quick.get(expression);
    if (known == null) {
      known = new QuickFragment(constant(expression), variable(expression));
      quick.put(expression, known);
    }
    VariableReference variable = known.variable();
    if (variable != null) {
      return within(expression, () -> variables.read(variable));
    }
    return known.constant() != null ? known.constant() : value(expression, List.of());
  }

  private static @Nullable VariableReference variable(SqlFragment expression) {
    return expression.isVariable() && !isRow(expression.references().getFirst())
        ? expression.references().getFirst()
        : null;
  }

  private static boolean isRow(VariableReference reference) {
    return reference.field().equals("*");
  }

  private static @Nullable TypedValue constant(SqlFragment expression) {
    String text = expression.text();
    if (SMALL_NUMBER.matcher(text).matches()) {
      return TypedValue.of(SqlType.of(TypeKind.INTEGER), Integer.valueOf(text));
    }
    if (PLAIN_TEXT.matcher(text).matches()) {
      return TypedValue.text(text.substring(1, text.length() - 1));
    }
    return switch (expression.place().word()) {
      case "null" -> text.length() == 4 ? TypedValue.NULL : null;
      case "true", "false" ->
          text.length() <= 5
              ? TypedValue.of(
                  SqlType.of(TypeKind.BOOLEAN), expression.place().word().equals("true"))
              : null;
      default -> null;
    };
  }

  /** Returns the value of an expression with further parameters before its own. */
  TypedValue value(SqlFragment expression, List<TypedValue> leading) {
    CachedQuery cached = queries.get(expression);
    BlockExpression compiled = cached == null ? null : cached.query().expression();
    if (cached != null && compiled != null) {
      TypedValue value = value(expression, leading, cached, compiled);
      if (value != null) {
        return value;
      }
    }
    return valueOfQuery(expression, leading);
  }

  /** Returns the value of a compiled expression; null if the types of variables have changed. */
  private @Nullable TypedValue value(
      SqlFragment expression,
      List<TypedValue> leading,
      CachedQuery cached,
      BlockExpression compiled) {
    try {
      @Nullable Object[] parameters = new @Nullable Object[cached.types().size()];
      int count = 0;
      for (TypedValue value : leading) {
        if (!cached.accepts(count, value)) {
          return null;
        }
        parameters[count++] = value.value();
      }
      for (VariableReference reference : expression.references()) {
        TypedValue value = isRow(reference) ? null : variables.read(reference);
        if (value == null || !cached.accepts(count, value)) {
          return null;
        }
        parameters[count++] = value.value();
      }
      return TypedValue.of(cached.query().types().getFirst(), compiled.value(parameters));
    } catch (ColonnadeException e) {
      throw within(expression, e);
    }
  }

  private TypedValue valueOfQuery(SqlFragment expression, List<TypedValue> leading) {
    boolean isAssigned = !expression.prefix().shown().isEmpty();
    if (expression.text().isBlank()) {
      throw within(
          expression,
          new ColonnadeException(
              ErrorCode.SYNTAX_ERROR,
              (isAssigned ? "assignment source" : "query") + " returned 0 columns"));
    }
    BoundQuery bound = bind(expression, leading);
    int columns = bound.query().types().size();
    if (columns != 1) {
      throw within(
          expression,
          new ColonnadeException(
              ErrorCode.SYNTAX_ERROR,
              (isAssigned ? "assignment source" : "query")
                  + " returned %d columns".formatted(columns)));
    }
    return within(expression, () -> only(bound));
  }

  private static TypedValue only(BoundQuery bound) {
    SqlType type = bound.query().types().getFirst();
    try (BlockRows rows = bound.run()) {
      @Nullable Object[] row = rows.next();
      if (row == null) {
        return TypedValue.of(type, null);
      }
      if (rows.next() != null) {
        throw new ColonnadeException(
            ErrorCode.CARDINALITY_VIOLATION, "query returned more than one row");
      }
      return TypedValue.of(type, row[0]);
    }
  }

  /** Prepares a fragment for the current values of its variables. */
  BoundQuery bind(SqlFragment fragment) {
    return bind(fragment, List.of());
  }

  private BoundQuery bind(SqlFragment fragment, List<TypedValue> leading) {
    List<TypedValue> values = new ArrayList<>(leading);
    within(
        fragment,
        () -> {
          fragment.references().forEach(reference -> values.addAll(variables.all(reference)));
          return values;
        });
    List<@Nullable SqlType> types = new ArrayList<>();
    List<@Nullable Object> plain = new ArrayList<>();
    for (TypedValue value : values) {
      types.add(value.parameterType());
      plain.add(value.value());
    }
    CachedQuery cached = queries.get(fragment);
    if (cached == null || !cached.types().equals(types)) {
      cached = new CachedQuery(types, prepared(fragment, leading.size(), types));
      queries.put(fragment, cached);
    }
    return new BoundQuery(cached.query(), plain);
  }

  private BlockQuery prepared(SqlFragment fragment, int leading, List<@Nullable SqlType> types) {
    fragment.references().stream()
        .filter(VariableReference::isAmbiguous)
        .findFirst()
        .ifPresent(
            reference -> {
              throw ambiguous(fragment, reference);
            });
    FragmentRewriting rewriting = rewritten(fragment, leading, null);
    BlockQuery query;
    try {
      query = session.prepare(rewriting.sql(), types);
    } catch (ColonnadeException e) {
      if (e.code() == ErrorCode.UNSUPPORTED && e.position() == 0) {
        throw e;
      }
      throw e.position() == 0
          ? within(fragment, e)
          : inQuery(e, fragment.shown(), rewriting.shownPosition(e.position()));
    }
    boolean hasTables = TABLES.matcher(fragment.text()).find();
    for (VariableReference reference : fragment.references()) {
      if (hasTables && isColumn(fragment, leading, reference, types)) {
        throw ambiguous(fragment, reference);
      }
    }
    return query;
  }

  /** Replaces each variable by parameters, except one that is retained as it is. */
  private FragmentRewriting rewritten(
      SqlFragment fragment, int leading, @Nullable VariableReference retained) {
    int[] count = {leading};
    return FragmentRewriting.of(
        fragment,
        reference -> {
          List<String> parameters = new ArrayList<>();
          for (String typeName : variables.typeNames(reference)) {
            count[0]++;
            parameters.add(
                typeName.isEmpty()
                    ? "$" + count[0]
                    : "CAST($%d AS %s)".formatted(count[0], typeName));
          }
          return reference.equals(retained)
              ? fragment.text().substring(reference.start(), reference.end())
              : String.join(", ", parameters);
        });
  }

  /** Returns whether the statement is also valid if the name is that of a column. */
  private boolean isColumn(
      SqlFragment fragment,
      int leading,
      VariableReference reference,
      List<@Nullable SqlType> types) {
    try {
      session.prepare(rewritten(fragment, leading, reference).sql(), types);
      return true;
    } catch (ColonnadeException e) {
      return e.code() == ErrorCode.TYPE_MISMATCH || e.code() == ErrorCode.UNKNOWN_FUNCTION;
    }
  }

  private static ColonnadeException ambiguous(SqlFragment fragment, VariableReference reference) {
    String name = fragment.text().substring(reference.start(), reference.end());
    ColonnadeException error =
        new ColonnadeException(
            ErrorCode.AMBIGUOUS_COLUMN,
            "column reference \"%s\" is ambiguous".formatted(name),
            ErrorFields.NONE.withDetail(
                "It could refer to either a PL/pgSQL variable or a table column."));
    int position = fragment.prefix().shown().length() + reference.start() + 1;
    return inQuery(error, fragment.shown(), position);
  }

  /** Returns an error with a position in a text that the block runs as its context. */
  static ColonnadeException inQuery(ColonnadeException e, String query, int position) {
    ErrorOrigin origin = e.fields().origin().in(query, position);
    return e.with(e.fields().withPosition(0).withOrigin(origin));
  }

  /** Returns an error that was thrown while a text was run, with the text as its context. */
  static ColonnadeException within(String title, String query, ColonnadeException e) {
    if (e.position() > 0) {
      return inQuery(e, query, e.position());
    }
    ErrorOrigin origin = e.fields().origin().within("%s \"%s\"".formatted(title, query.strip()));
    return e.with(e.fields().withOrigin(origin));
  }

  static ColonnadeException within(SqlFragment fragment, ColonnadeException e) {
    ColonnadeException plain = e.position() == 0 ? e : e.with(e.fields().withPosition(0));
    return within(fragment.prefix().title(), fragment.shown(), plain);
  }

  /** Runs {@code work}; errors get the fragment as their context. */
  static <T> T within(SqlFragment fragment, Supplier<T> work) {
    try {
      return work.get();
    } catch (ColonnadeException e) {
      throw within(fragment, e);
    }
  }
}
