package dev.colonnade.sql.definition.text;

import static java.util.Objects.requireNonNull;

import dev.colonnade.catalog.CatalogEdit;
import dev.colonnade.catalog.CatalogSnapshot;
import dev.colonnade.catalog.NameScope;
import dev.colonnade.catalog.constraint.CheckConstraint;
import dev.colonnade.catalog.index.Index;
import dev.colonnade.catalog.index.IndexExpression;
import dev.colonnade.catalog.privilege.RowPolicy;
import dev.colonnade.catalog.privilege.RowSecurity;
import dev.colonnade.catalog.relation.GeneratedColumn;
import dev.colonnade.catalog.relation.Relation;
import dev.colonnade.catalog.relation.Table;
import dev.colonnade.catalog.relation.TableConstraints;
import dev.colonnade.catalog.relation.TableProperties;
import dev.colonnade.catalog.relation.View;
import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.sql.analyze.bind.ClauseKind;
import dev.colonnade.sql.analyze.bind.NameUses;
import dev.colonnade.sql.analyze.bind.ParameterTypes;
import dev.colonnade.sql.analyze.bind.StatementAnalysis;
import dev.colonnade.sql.analyze.table.StoredText;
import dev.colonnade.sql.analyze.type.CatalogTypes;
import dev.colonnade.sql.registry.Registry;
import dev.colonnade.type.DomainType;
import dev.colonnade.type.UserType;
import dev.colonnade.type.schema.Column;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Expressions and queries in the catalog of a database: of tables, policies, views and domains.
 * They are stored as text, in which names and labels are replaced when they change; everything else
 * stays as it was written. A text that would then name other objects or columns is refused. One
 * thread.
 */
public final class StoredTexts {
  private final StatementAnalysis analysis;
  private final TextChange change;
  private final List<Check> checks = new ArrayList<>();

  /**
   * Creates a change of the texts.
   *
   * @param analysis in which the texts have their present names
   */
  public StoredTexts(StatementAnalysis analysis, TextChange change) {
    this.analysis = requireNonNull(analysis, "analysis is null");
    this.change = requireNonNull(change, "change is null");
  }

  /**
   * Text that has been looked at.
   *
   * @param owner object that has the text, for messages
   * @param before names of the text as it was
   * @param text as it is now
   */
  private record Check(String owner, NameUses before, String text, TextReader reader) {}

  /**
   * Changes the texts in a catalog whose other changes have been made.
   *
   * @throws ColonnadeException UNSUPPORTED if a text cannot keep its meaning
   */
  public void apply(CatalogEdit edit) {
    CatalogSnapshot catalog = analysis.names().catalog();
    int databaseId = analysis.names().database().id();
    for (Relation relation : catalog.relations()) {
      if (databaseOf(catalog, relation.schemaId()) == databaseId) {
        switch (relation) {
          case Table table -> {
            change(edit, table);
            changePolicies(edit, table);
          }
          case View view -> change(edit, view);
          default -> {} // Sequences have no texts.
        }
      }
    }
    for (UserType type : catalog.types()) {
      if (type instanceof DomainType domain
          && databaseOf(catalog, catalog.typeName(type.id()).schemaId()) == databaseId) {
        change(edit, domain);
      }
    }
    verify(edit);
  }

  private static int databaseOf(CatalogSnapshot catalog, int schemaId) {
    return requireNonNull(catalog.findSchema(schemaId), "schema is null").databaseId();
  }

  private void verify(CatalogEdit edit) {
    if (checks.isEmpty() || !change.keepsMeaning()) {
      return;
    }
    NameScope names = analysis.names().in(edit.snapshot());
    for (Check check : checks) {
      StatementAnalysis after =
          new StatementAnalysis(
              Registry.ofSystem().with(new CatalogTypes(names)), names, ParameterTypes.none());
      NameUses uses;
      try {
        uses = check.reader.read(check.text, after);
      } catch (ColonnadeException e) {
        throw refused(check.owner, e);
      }
      if (!isSame(check.before, uses)) {
        throw refused(check.owner);
      }
    }
  }

  private static boolean isSame(NameUses before, NameUses after) {
    return before.objectIds().equals(after.objectIds())
        && ids(before).equals(ids(after))
        && columns(before).equals(columns(after))
        && before.rows().size() == after.rows().size()
        && fields(before).equals(fields(after))
        && List.copyOf(before.nameLiterals().values())
            .equals(List.copyOf(after.nameLiterals().values()));
  }

  private static List<Integer> fields(NameUses uses) {
    return uses.fields().values().stream().map(NameUses.Field::typeId).toList();
  }

  private static List<Integer> ids(NameUses uses) {
    return uses.named().values().stream().map(NameUses.NamedObject::objectId).toList();
  }

  private static List<List<Integer>> columns(NameUses uses) {
    return uses.references().values().stream()
        .map(reference -> List.of(reference.relationId(), reference.columnNumber()))
        .toList();
  }

  private static ColonnadeException refused(String owner) {
    return new ColonnadeException(
        ErrorCode.UNSUPPORTED,
        "the name cannot change because %s uses it in a text that would get another meaning"
            .formatted(owner));
  }

  /** Returns the refusal because of a failure; an interruption itself. */
  private static ColonnadeException refused(String owner, ColonnadeException failure) {
    return failure.code().isInterruption() ? failure : refused(owner);
  }

  private String changed(String owner, String text, TextReader reader) {
    if (!change.isCandidate(text)) {
      return text;
    }
    NameUses uses;
    try {
      uses = reader.read(text, analysis);
    } catch (ColonnadeException e) {
      if (e.code().isInterruption()) {
        throw e;
      }
      return text; // It had no meaning before.
    }
    String changed;
    try {
      changed = StoredText.unmarked(change.in(StoredText.marked(text), uses));
    } catch (ColonnadeException e) {
      throw refused(owner, e);
    }
    checks.add(new Check(owner, uses, changed, reader));
    return changed;
  }

  private void change(CatalogEdit edit, View view) {
    String query = changed("view " + view.name(), view.query(), TextReader.ofView(view));
    if (!query.equals(view.query())
        && edit.snapshot().findRelation(view.id()) instanceof View current) {
      edit.replace(current.withQuery(query));
    }
  }

  private void changePolicies(CatalogEdit edit, Table table) {
    RowSecurity security = analysis.names().catalog().rowSecurity(table.id());
    List<RowPolicy> policies =
        security.policies().stream()
            .map(policy -> policy.with(in(table, policy.using()), in(table, policy.check())))
            .toList();
    if (!policies.equals(security.policies())) {
      edit.changeRowSecurity(
          table.id(), new RowSecurity(security.isEnabled(), security.isForced(), policies));
    }
  }

  private @Nullable String in(Table table, @Nullable String text) {
    return text == null
        ? null
        : changed("a policy of table " + table.name(), text, TextReader.ofPolicy(table));
  }

  private void change(CatalogEdit edit, DomainType domain) {
    String owner = "domain " + domain.name();
    String defaultText = domain.defaultText();
    DomainType changed =
        defaultText == null
            ? domain
            : domain.withDefault(changed(owner, defaultText, TextReader.ofDefault(domain)));
    List<DomainType.Check> conditions = new ArrayList<>();
    for (DomainType.Check check : domain.checks()) {
      String text = changed(owner, check.text(), TextReader.ofCheck(domain));
      conditions.add(new DomainType.Check(check.name(), text, check.isValidated()));
    }
    changed = changed.withChecks(conditions);
    Map.Entry<?, UserType> found =
        changed.equals(domain) ? null : edit.snapshot().findNamedType(domain.id());
    if (found != null && found.getValue() instanceof DomainType current) {
      edit.changeType(
          current.withDefault(changed.defaultText()).withChecks(List.copyOf(changed.checks())));
    }
  }

  private void change(CatalogEdit edit, Table table) {
    TableConstraints before = table.descriptor().constraints();
    TableConstraints constraints = constraints(table, before);
    TableProperties properties = properties(table);
    boolean isChanged = !constraints.equals(before);
    boolean arePropertiesChanged = !properties.equals(table.descriptor().properties());
    if (!isChanged && !arePropertiesChanged) {
      return;
    }
    Table current = edit.snapshot().table(table.id());
    if (isChanged) {
      current =
          edit.changeConstraints(
              current, constraints.withKeyName(current.descriptor().constraints().keyName()));
    }
    if (arePropertiesChanged) {
      edit.changeProperties(current, properties);
    }
  }

  private TableConstraints constraints(Table table, TableConstraints before) {
    TableConstraints constraints = before;
    for (CheckConstraint check : before.checks()) {
      constraints =
          constraints.withCheckText(
              check.name(), in(table, check.expression(), ClauseKind.CHECK, null));
    }
    for (Index index : before.indexes()) {
      constraints = constraints.withDefinition(index.id(), in(table, index.definition()));
    }
    return constraints;
  }

  private Index.Definition in(Table table, Index.Definition definition) {
    Index.Predicate condition = definition.predicate();
    List<IndexExpression> expressions =
        definition.expressions().stream()
            .map(
                expression ->
                    expression.withTexts(
                        in(table, expression.text(), ClauseKind.INDEX_EXPRESSION, null),
                        in(table, expression.displayText(), ClauseKind.INDEX_EXPRESSION, null)))
            .toList();
    return definition
        .withExpressions(expressions)
        .withPredicate(
            condition == null
                ? null
                : new Index.Predicate(
                    in(table, condition.expression(), ClauseKind.INDEX_PREDICATE, null),
                    condition.columnIds()));
  }

  private TableProperties properties(Table table) {
    TableProperties properties = table.descriptor().properties();
    Map<Integer, String> defaults = new HashMap<>(properties.defaults());
    Map<Integer, GeneratedColumn> generated = new HashMap<>(properties.generated());
    for (Column column : table.schema().columns()) {
      defaults.computeIfPresent(
          column.id(), (_, text) -> in(table, text, ClauseKind.DEFAULT, column));
      generated.computeIfPresent(
          column.id(),
          (_, definition) ->
              new GeneratedColumn(
                  in(table, definition.text(), ClauseKind.GENERATED, column),
                  definition.columnIds()));
    }
    return properties.withDefaults(defaults).withGenerated(generated);
  }

  private String in(Table table, String text, ClauseKind clause, @Nullable Column target) {
    return changed("table " + table.name(), text, TextReader.of(table, clause, target));
  }
}
