package dev.colonnade.sql.analyze.expression.value;

import static java.util.Objects.requireNonNull;

import dev.colonnade.catalog.NameScope;
import dev.colonnade.catalog.name.SchemaEntry;
import dev.colonnade.catalog.relation.Relation;
import dev.colonnade.sql.analyze.bind.NameUses;
import dev.colonnade.sql.analyze.bind.TypedExpression.RowField;
import dev.colonnade.sql.analyze.scope.RelationNames;
import dev.colonnade.sql.expression.LiteralText;
import dev.colonnade.sql.function.array.ArrayText;
import dev.colonnade.sql.function.datetime.DateTimeInput;
import dev.colonnade.sql.function.datetime.InputContext;
import dev.colonnade.sql.function.interval.IntervalInput;
import dev.colonnade.sql.function.interval.IntervalModifier;
import dev.colonnade.sql.function.library.RecordFunctions;
import dev.colonnade.sql.function.library.RecordText;
import dev.colonnade.sql.function.value.ValueConverter;
import dev.colonnade.sql.lexer.Identifiers;
import dev.colonnade.sql.registry.type.Type;
import dev.colonnade.sql.registry.type.TypeForm;
import dev.colonnade.sql.registry.type.TypeReference;
import dev.colonnade.sql.registry.type.Types;
import dev.colonnade.sql.type.SqlType;
import dev.colonnade.sql.type.TypeKind;
import dev.colonnade.type.value.ArrayValue;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/**
 * Texts of literals that have the value of a session in every session: dates and times in the form
 * of ISO 8601 with their offsets, and names of relations with their schemas.
 */
final class FixedTexts {
  private final ExpressionState state;
  private final RowFields rows;

  FixedTexts(ExpressionState state, RowFields rows) {
    this.state = requireNonNull(state, "state is null");
    this.rows = requireNonNull(rows, "rows is null");
  }

  /** Returns the reader of a type whose texts may depend on the session; null for other types. */
  static @Nullable BiFunction<InputContext, String, Object> reader(TypeKind kind, int modifier) {
    if (kind.boundKind() != null) {
      return (context, text) ->
          requireNonNull(
              ValueConverter.fromJava(SqlType.of(kind), text, context), "no range of a literal");
    }
    return switch (kind) {
      case DATE -> DateTimeInput::date;
      case TIME -> DateTimeInput::time;
      case TIMETZ -> DateTimeInput::timetz;
      case TIMESTAMP -> DateTimeInput::timestamp;
      case TIMESTAMPTZ -> DateTimeInput::timestamptz;
      case INTERVAL -> {
        IntervalModifier fields = new IntervalModifier(modifier);
        yield (context, text) ->
            IntervalInput.parse(text, fields, context.intervalStyle().isStandard());
      }
      default -> null;
    };
  }

  /** Records a literal of a text that is stored. */
  void record(String literal, int position, TypeReference to) {
    NameUses uses = state.statement().uses();
    if (uses == null || position < 0) {
      return;
    }
    uses.addLiteral(position, to.type());
    Relation relation =
        Types.baseOf(to.type()).kind() == TypeKind.REGCLASS
            ? relationOf(literal, state.statement().names())
            : null;
    if (relation != null) {
      uses.addNameLiteral(position, relation.id());
    }
    InputContext session = state.statement().input();
    if (session != null) {
      uses.addFixedText(position, new NameUses.FixedText(literal, of(literal, to, session)));
    }
  }

  /**
   * Returns the text of a valid literal; the literal itself if it has one value.
   *
   * @param session whose value the literal has
   */
  private String of(String literal, TypeReference target, InputContext session) {
    Type type = Types.baseOf(target.type());
    TypeKind kind = type.kind();
    if (type.form() == TypeForm.ENUM) {
      return literal;
    }
    if (type.isArray()) {
      return array(literal, type, target.modifier(), session);
    }
    if (type.isComposite()) {
      return row(literal, type, session);
    }
    if (kind == TypeKind.REGCLASS) {
      return relation(literal);
    }
    BiFunction<InputContext, String, Object> reader =
        kind == null ? null : reader(kind, target.modifier());
    return kind == null || reader == null || DateTimeInput.constant(reader, literal) != null
        ? literal
        : LiteralText.plain(kind, reader.apply(session, literal));
  }

  private String array(String literal, Type type, int modifier, InputContext session) {
    Type element = requireNonNull(state.registry().types().elementOf(type), "no element type");
    if (type.sqlName().endsWith("vector")) {
      return literal;
    }
    char delimiter = element.storage().delimiter();
    List<@Nullable String> items = ArrayText.parse(literal, delimiter);
    List<@Nullable String> fixed = new ArrayList<>();
    for (String item : items) {
      fixed.add(item == null ? null : of(item, new TypeReference(element, modifier), session));
    }
    return fixed.equals(items)
        ? literal
        : ArrayText.format(ArrayValue.shapeOf(items), fixed, delimiter);
  }

  private String row(String literal, Type type, InputContext session) {
    List<RowField> fields = rows.fields(type);
    List<@Nullable String> items = RecordText.parse(literal, fields.size());
    List<@Nullable String> fixed = new ArrayList<>();
    for (int i = 0; i < items.size(); i++) {
      String item = items.get(i);
      fixed.add(item == null ? null : of(item, fields.get(i).type(), session));
    }
    return fixed.equals(items) ? literal : RecordFunctions.textOfRow(fixed.toArray());
  }

  /** Returns the name of a relation of the database with its schema; other literals stay. */
  private String relation(String literal) {
    NameScope names = state.statement().names();
    Relation relation = relationOf(literal, names);
    SchemaEntry schema = relation == null ? null : names.findSchema(relation.schemaId());
    if (relation == null || schema == null) {
      return literal;
    }
    boolean isTemporary = schema.name().equals(names.temporaryName());
    return Identifiers.quote(isTemporary ? SchemaEntry.TEMPORARY_ALIAS : schema.name())
        + "."
        + Identifiers.quote(relation.name());
  }

  /** Returns the relation of the database whose name a literal of regclass is; null for others. */
  static @Nullable Relation relationOf(String literal, NameScope names) {
    String name = literal.strip();
    boolean isName = !name.isEmpty() && !Character.isDigit(name.charAt(0)) && !name.equals("-");
    if (!isName) {
      return null;
    }
    List<String> parts = NameScope.split(name);
    return RelationNames.systemTable(names, parts) == null ? names.findRelation(parts) : null;
  }
}
