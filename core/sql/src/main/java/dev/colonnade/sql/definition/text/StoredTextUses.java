package dev.colonnade.sql.definition.text;

import static java.util.Objects.requireNonNull;

import dev.colonnade.catalog.CatalogSnapshot;
import dev.colonnade.catalog.constraint.CheckConstraint;
import dev.colonnade.catalog.index.IndexExpression;
import dev.colonnade.catalog.name.SchemaEntry;
import dev.colonnade.catalog.name.TextUses;
import dev.colonnade.catalog.privilege.RowPolicy;
import dev.colonnade.catalog.relation.GeneratedColumn;
import dev.colonnade.catalog.relation.Relation;
import dev.colonnade.catalog.relation.Table;
import dev.colonnade.catalog.relation.View;
import dev.colonnade.error.ColonnadeException;
import dev.colonnade.sql.analyze.bind.ClauseKind;
import dev.colonnade.sql.analyze.bind.NameUses;
import dev.colonnade.sql.analyze.bind.StatementAnalysis;
import dev.colonnade.type.CompositeType;
import dev.colonnade.type.DomainType;
import dev.colonnade.type.UserType;
import dev.colonnade.type.schema.Column;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Uses of objects and columns in the stored texts of tables, policies and domains. A text is
 * analyzed when it has the name of an object that is asked for. One thread.
 */
public final class StoredTextUses implements TextUses {
  private final StatementAnalysis analysis;
  private final List<Text> texts = new ArrayList<>();

  /** Text that is analyzed once. */
  private final class Text {
    private final Part part;
    private final String text;
    private final String lower;
    private final TextReader reader;
    private @Nullable NameUses uses;

    Text(Part part, String text, TextReader reader) {
      this.part = part;
      this.text = text;
      this.lower = text.toLowerCase(Locale.ROOT);
      this.reader = reader;
    }

    NameUses uses() {
      NameUses known = uses;
      if (known == null) {
        try {
          known = reader.read(text, analysis);
        } catch (ColonnadeException e) {
          known = new NameUses(); // A text without a meaning depends on nothing.
        }
        uses = known;
      }
      return known;
    }
  }

  /** Creates the uses in the catalog of an analysis. */
  public StoredTextUses(StatementAnalysis analysis) {
    this.analysis = requireNonNull(analysis, "analysis is null");
    CatalogSnapshot catalog = analysis.names().catalog();
    for (Table table : catalog.tables()) {
      if (!isHere(table.schemaId())) {
        continue;
      }
      addTable(table);
      for (RowPolicy policy : catalog.rowSecurity(table.id()).policies()) {
        Part part = new Policy(table.id(), policy.name());
        add(part, policy.using(), TextReader.ofPolicy(table));
        add(part, policy.check(), TextReader.ofPolicy(table));
      }
    }
    for (UserType type : catalog.types()) {
      if (type instanceof DomainType domain && isHere(catalog.typeName(type.id()).schemaId())) {
        add(new DomainDefault(domain.id()), domain.defaultText(), TextReader.ofDefault(domain));
        for (DomainType.Check check : domain.checks()) {
          add(new Check(domain.id(), check.name()), check.text(), TextReader.ofCheck(domain));
        }
      }
    }
  }

  /** Returns whether a schema is one of the database of the session. */
  private boolean isHere(int schemaId) {
    SchemaEntry schema = analysis.names().catalog().findSchema(schemaId);
    return schema != null && schema.databaseId() == analysis.names().database().id();
  }

  private void addTable(Table table) {
    for (CheckConstraint check : table.descriptor().constraints().checks()) {
      add(
          new Check(table.id(), check.name()),
          check.expression(),
          TextReader.of(table, ClauseKind.CHECK, null));
    }
    for (dev.colonnade.catalog.index.Index index : table.descriptor().constraints().indexes()) {
      addIndex(table, index);
    }
    for (Column column : table.schema().columns()) {
      add(
          new Default(table.id(), column.id()),
          table.descriptor().defaults().get(column.id()),
          TextReader.of(table, ClauseKind.DEFAULT, column));
      GeneratedColumn generated = table.descriptor().properties().generated().get(column.id());
      if (generated != null) {
        add(
            new Generated(table.id(), column.id()),
            generated.text(),
            TextReader.of(table, ClauseKind.GENERATED, column));
      }
    }
  }

  private void addIndex(Table table, dev.colonnade.catalog.index.Index index) {
    Part part = new Index(table.id(), index.id(), index.name());
    for (IndexExpression expression : index.definition().expressions()) {
      add(part, expression.text(), TextReader.of(table, ClauseKind.INDEX_EXPRESSION, null));
    }
    dev.colonnade.catalog.index.Index.Predicate condition = index.definition().predicate();
    if (condition != null) {
      add(part, condition.expression(), TextReader.of(table, ClauseKind.INDEX_PREDICATE, null));
    }
  }

  private void add(Part part, @Nullable String text, TextReader reader) {
    if (text != null) {
      texts.add(new Text(part, text, reader));
    }
  }

  @Override
  public List<Part> ofObject(int objectId, String name) {
    return found(name, uses -> uses.objectIds().contains(objectId));
  }

  @Override
  public List<Part> ofColumn(int tableId, int columnId, String name) {
    return found(
            name,
            uses ->
                uses.references().values().stream()
                    .anyMatch(
                        reference ->
                            reference.relationId() == tableId
                                && reference.columnNumber() == columnId))
        .stream()
        .filter(Policy.class::isInstance)
        .toList();
  }

  /**
   * Returns the objects whose texts select an attribute of a composite type, or all of them, in the
   * words of messages.
   */
  public List<String> ownersOf(CompositeType type, String attribute) {
    List<String> owners = new ArrayList<>();
    CatalogSnapshot catalog = analysis.names().catalog();
    Predicate<NameUses> uses =
        each ->
            each.fields().values().stream()
                .anyMatch(
                    field ->
                        field.typeId() == type.id()
                            && (field.name() == null || field.name().equals(attribute)));
    for (Relation relation : catalog.relations()) {
      if (relation instanceof View view && isHere(view.schemaId())) {
        Text text = new Text(new Policy(view.id(), ""), view.query(), TextReader.ofView(view));
        if (uses.test(text.uses())) {
          owners.add("view " + view.name());
        }
      }
    }
    for (Text text : texts) {
      if (uses.test(text.uses())) {
        Relation table = catalog.findRelation(text.part.id());
        owners.add(table == null ? "a domain" : "table " + table.name());
      }
    }
    return owners.stream().distinct().toList();
  }

  private List<Part> found(String name, Predicate<NameUses> condition) {
    String lower = name.toLowerCase(Locale.ROOT);
    return texts.stream()
        .filter(each -> each.lower.contains(lower) || each.lower.contains("\\"))
        .filter(each -> condition.test(each.uses()))
        .map(each -> each.part)
        .distinct()
        .toList();
  }
}
