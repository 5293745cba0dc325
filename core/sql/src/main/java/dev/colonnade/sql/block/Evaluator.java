package dev.colonnade.sql.block;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.error.ErrorFields;
import dev.colonnade.error.ErrorOrigin;
import dev.colonnade.sql.block.BlockSession.BlockQuery;
import dev.colonnade.sql.block.BlockSession.BlockRows;
import dev.colonnade.sql.block.parse.Fragment.Mention;
import dev.colonnade.sql.block.parse.Fragment;
import dev.colonnade.sql.block.parse.Rewriting;
import dev.colonnade.sql.type.SqlType;
import dev.colonnade.sql.type.TypeKind;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Runs the SQL of a block, with the values of variables for its parameters. One thread. */
final class Evaluator {
  private static final Pattern SMALL_NUMBER = Pattern.compile("\\d{1,9}");
  private static final Pattern PLAIN_TEXT = Pattern.compile("'[^']*'");

  /** What a text with tables in it has. */
  private static final Pattern TABLES =
      Pattern.compile("\\b(?:from|update|insert|delete|merge)\\b", Pattern.CASE_INSENSITIVE);

  private final BlockSession session;
  private final Variables variables;
  private final IdentityHashMap<Fragment, Known> queries = new IdentityHashMap<>();

  /** A fragment that was prepared for parameters of some types. */
  private record Known(List<@Nullable SqlType> types, BlockQuery query) {}

  /** A statement and the values that it is run with. */
  record Ready(BlockQuery query, List<@Nullable Object> values) {
    BlockRows run() {
      return query.run(values);
    }
  }

  Evaluator(BlockSession session, Variables variables) {
    this.session = session;
    this.variables = variables;
  }

  /** The value of an expression. */
  Value value(Fragment expression) {
    Value quick = quick(expression);
    return quick != null ? quick : value(expression, List.of());
  }

  private @Nullable Value quick(Fragment expression) {
    String text = expression.text();
    if (expression.isVariable() && !expression.mentions().getFirst().field().equals("*")) {
      return within(expression, () -> variables.read(expression.mentions().getFirst()));
    }
    if (SMALL_NUMBER.matcher(text).matches()) {
      return Value.of(SqlType.of(TypeKind.INTEGER), Integer.valueOf(text));
    }
    if (PLAIN_TEXT.matcher(text).matches()) {
      return Value.text(text.substring(1, text.length() - 1));
    }
    return switch (expression.place().word()) {
      case "null" -> text.length() == 4 ? Value.NULL : null;
      case "true", "false" ->
          text.length() <= 5
              ? Value.of(SqlType.of(TypeKind.BOOLEAN), expression.place().word().equals("true"))
              : null;
      default -> null;
    };
  }

  /** The same for an expression before whose own parameters there are others. */
  Value value(Fragment expression, List<Value> leading) {
    boolean isAssigned = !expression.leads().shown().isEmpty();
    if (expression.text().isBlank()) {
      throw within(
          expression,
          new ColonnadeException(
              ErrorCode.SYNTAX_ERROR,
              (isAssigned ? "assignment source" : "query") + " returned 0 columns"));
    }
    Ready ready = ready(expression, leading);
    int columns = ready.query().types().size();
    if (columns != 1) {
      throw within(
          expression,
          new ColonnadeException(
              ErrorCode.SYNTAX_ERROR,
              (isAssigned ? "assignment source" : "query")
                  + " returned %d columns".formatted(columns)));
    }
    return within(expression, () -> only(ready));
  }

  private static Value only(Ready ready) {
    SqlType type = ready.query().types().getFirst();
    try (BlockRows rows = ready.run()) {
      @Nullable Object[] row = rows.next();
      if (row == null) {
        return Value.of(type, null);
      }
      if (rows.next() != null) {
        throw new ColonnadeException(
            ErrorCode.CARDINALITY_VIOLATION, "query returned more than one row");
      }
      return Value.of(type, row[0]);
    }
  }

  /** A fragment, prepared for the values that its variables have now. */
  Ready ready(Fragment fragment) {
    return ready(fragment, List.of());
  }

  private Ready ready(Fragment fragment, List<Value> leading) {
    List<Value> values = new ArrayList<>(leading);
    within(
        fragment,
        () -> {
          fragment.mentions().forEach(mention -> values.addAll(variables.all(mention)));
          return values;
        });
    List<@Nullable SqlType> types = new ArrayList<>();
    List<@Nullable Object> plain = new ArrayList<>();
    for (Value value : values) {
      types.add(value.parameterType());
      plain.add(value.value());
    }
    Known known = queries.get(fragment);
    if (known == null || !known.types().equals(types)) {
      known = new Known(types, prepared(fragment, leading.size(), types));
      queries.put(fragment, known);
    }
    return new Ready(known.query(), plain);
  }

  private BlockQuery prepared(Fragment fragment, int leading, List<@Nullable SqlType> types) {
    fragment.mentions().stream()
        .filter(Mention::isAmbiguous)
        .findFirst()
        .ifPresent(
            mention -> {
              throw ambiguous(fragment, mention);
            });
    Rewriting rewriting = rewritten(fragment, leading, null);
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
    for (Mention mention : fragment.mentions()) {
      if (hasTables && isColumn(fragment, leading, mention, types)) {
        throw ambiguous(fragment, mention);
      }
    }
    return query;
  }

  /** Each mention becomes parameters, but for one that stays as it is. */
  private Rewriting rewritten(Fragment fragment, int leading, @Nullable Mention kept) {
    int[] count = {leading};
    return Rewriting.of(
        fragment,
        mention -> {
          List<String> parameters = new ArrayList<>();
          for (String typeName : variables.typeNames(mention)) {
            count[0]++;
            parameters.add(
                typeName.isEmpty()
                    ? "$" + count[0]
                    : "CAST($%d AS %s)".formatted(count[0], typeName));
          }
          return mention.equals(kept)
              ? fragment.text().substring(mention.start(), mention.end())
              : String.join(", ", parameters);
        });
  }

  /** Whether the statement would also be one with the name as that of a column. */
  private boolean isColumn(
      Fragment fragment, int leading, Mention mention, List<@Nullable SqlType> types) {
    try {
      session.prepare(rewritten(fragment, leading, mention).sql(), types);
      return true;
    } catch (ColonnadeException e) {
      return e.code() == ErrorCode.TYPE_MISMATCH || e.code() == ErrorCode.UNKNOWN_FUNCTION;
    }
  }

  private static ColonnadeException ambiguous(Fragment fragment, Mention mention) {
    String name = fragment.text().substring(mention.start(), mention.end());
    ColonnadeException error =
        new ColonnadeException(
            ErrorCode.AMBIGUOUS_COLUMN,
            "column reference \"%s\" is ambiguous".formatted(name),
            ErrorFields.NONE.withDetail(
                "It could refer to either a PL/pgSQL variable or a table column."));
    int position = fragment.leads().shown().length() + mention.start() + 1;
    return inQuery(error, fragment.shown(), position);
  }

  /** An error at a place of a text that the block runs. */
  static ColonnadeException inQuery(ColonnadeException e, String query, int position) {
    ErrorOrigin origin = e.fields().origin().in(query, position);
    return e.with(e.fields().withPosition(0).withOrigin(origin));
  }

  /** An error that came while a text was run. */
  static ColonnadeException within(String title, String query, ColonnadeException e) {
    if (e.position() > 0) {
      return inQuery(e, query, e.position());
    }
    ErrorOrigin origin = e.fields().origin().within("%s \"%s\"".formatted(title, query.strip()));
    return e.with(e.fields().withOrigin(origin));
  }

  static ColonnadeException within(Fragment fragment, ColonnadeException e) {
    ColonnadeException plain = e.position() == 0 ? e : e.with(e.fields().withPosition(0));
    return within(fragment.leads().title(), fragment.shown(), plain);
  }

  /** Does something that belongs to a fragment. */
  static <T> T within(Fragment fragment, Supplier<T> work) {
    try {
      return work.get();
    } catch (ColonnadeException e) {
      throw within(fragment, e);
    }
  }
}
