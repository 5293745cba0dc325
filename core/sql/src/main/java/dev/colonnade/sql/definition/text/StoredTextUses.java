package dev.colonnade.sql.definition.text;

import static java.util.Objects.requireNonNull;

import dev.colonnade.catalog.CatalogSnapshot;
import dev.colonnade.catalog.constraint.CheckConstraint;
import dev.colonnade.catalog.index.IndexExpression;
import dev.colonnade.catalog.name.ObjectName;
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
import java.util.Collections;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Uses of objects and columns in the stored texts of tables, policies and domains. A text is
 * analyzed when it has the name of an object that is asked for. One thread.
 */
public final class StoredTextUses implements TextUses {
  private static final int NO_OBJECT = -1;

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

    boolean isSame(Text other) {
      return part.equals(other.part) && text.equals(other.text);
    }

    NameUses uses() {
      NameUses known = uses;
      if (known == null) {
        try {
          known = reader.read(text, analysis);
        } catch (ColonnadeException e) {
          if (e.code().isInterruption()) {
            throw e;
          }
          known = new NameUses(); // A text without a meaning depends on nothing.
        }
        uses = known;
      }
      return known;
    }
  }

  private StoredTextUses(
      StatementAnalysis analysis,
      CatalogSnapshot catalog,
      Predicate<Table> tables,
      Predicate<DomainType> domains) {
    this.analysis = requireNonNull(analysis, "analysis is null");
    for (Table table : catalog.tables()) {
      if (tables.test(table) && isHere(table.schemaId())) {
        addTable(table);
        addPolicies(table, catalog);
      }
    }
    for (UserType type : catalog.types()) {
      if (type instanceof DomainType domain
          && domains.test(domain)
          && isHere(catalog.typeName(type.id()).schemaId())) {
        addDomain(domain);
      }
    }
  }

  /** Creates the uses in the catalog of an analysis. */
  public StoredTextUses(StatementAnalysis analysis) {
    this(analysis, analysis.names().catalog(), _ -> true, _ -> true);
  }

  /**
   * Returns the ids of the objects that the texts of an analysis's catalog name, of which an
   * earlier catalog did not have the same; the schemas of the objects included.
   */
  public static Set<Integer> newlyNamed(StatementAnalysis analysis, CatalogSnapshot before) {
    CatalogSnapshot now = analysis.names().catalog();
    StoredTextUses changed =
        new StoredTextUses(analysis, now, table -> isChanged(table, before, now), isNoneOf(before));
    if (changed.texts.isEmpty()) {
      return Set.of();
    }
    StoredTextUses known =
        new StoredTextUses(analysis, before, table -> isChanged(table, now, before), isNoneOf(now));
    Set<Integer> ids = new HashSet<>();
    for (Text text : changed.texts) {
      if (!(text.part instanceof Index) && known.texts.stream().noneMatch(text::isSame)) {
        ids.addAll(text.uses().objectIds());
        ids.addAll(text.uses().nameLiterals().values());
      }
    }
    for (int id : List.copyOf(ids)) {
      ids.add(schemaOf(id, now));
    }
    ids.remove(NO_OBJECT);
    return ids;
  }

  private static boolean isChanged(Table table, CatalogSnapshot other, CatalogSnapshot own) {
    return other.findTable(table.id()) != table
        || !other.rowSecurity(table.id()).equals(own.rowSecurity(table.id()));
  }

  private static int schemaOf(int objectId, CatalogSnapshot catalog) {
    Relation relation = catalog.findRelation(objectId);
    if (relation != null) {
      return relation.schemaId();
    }
    Map.Entry<ObjectName, UserType> type = catalog.findNamedType(objectId);
    return type == null ? NO_OBJECT : type.getKey().schemaId();
  }

  private static Predicate<DomainType> isNoneOf(CatalogSnapshot other) {
    Set<UserType> types = Collections.newSetFromMap(new IdentityHashMap<>());
    types.addAll(other.types());
    return domain -> !types.contains(domain);
  }

  private void addPolicies(Table table, CatalogSnapshot catalog) {
    for (RowPolicy policy : catalog.rowSecurity(table.id()).policies()) {
      Part part = new Policy(table.id(), policy.name());
      add(part, policy.using(), TextReader.ofPolicy(table));
      add(part, policy.check(), TextReader.ofPolicy(table));
    }
  }

  private void addDomain(DomainType domain) {
    add(new DomainDefault(domain.id()), domain.defaultText(), TextReader.ofDefault(domain));
    for (DomainType.Check check : domain.checks()) {
      add(new Check(domain.id(), check.name()), check.text(), TextReader.ofCheck(domain));
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
    String lower = NameChange.searchText(name);
    return texts.stream()
        .filter(each -> each.lower.contains(lower) || each.lower.contains("\\"))
        .filter(each -> condition.test(each.uses()))
        .map(each -> each.part)
        .distinct()
        .toList();
  }
}
