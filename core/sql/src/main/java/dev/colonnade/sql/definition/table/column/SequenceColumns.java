package dev.colonnade.sql.definition.table.column;

import static java.util.Objects.requireNonNull;

import dev.colonnade.catalog.CatalogEdit;
import dev.colonnade.catalog.CatalogSnapshot;
import dev.colonnade.catalog.DefaultClause;
import dev.colonnade.catalog.name.ObjectName;
import dev.colonnade.catalog.relation.IdentityColumn;
import dev.colonnade.catalog.relation.SequenceEntry;
import dev.colonnade.catalog.relation.Table;
import dev.colonnade.catalog.relation.TableProperties;
import dev.colonnade.sql.access.SequenceAccess;
import dev.colonnade.sql.analyze.bind.StatementAnalysis;
import dev.colonnade.sql.definition.name.GeneratedNames;
import dev.colonnade.sql.definition.sequence.SequenceClauses;
import dev.colonnade.sql.statement.Execution;
import dev.colonnade.sql.syntax.definition.SequenceDefinition.SequenceOption;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * Columns that get their values from sequences of their own: serial and identity columns. The
 * sequences are created before the catalog is changed, and discarded if that fails.
 */
public final class SequenceColumns {
  private record Generated(String column, NewColumn.Sequence sequence) {}

  private final SequenceClauses clauses;
  private final List<Generated> columns = new ArrayList<>();

  /**
   * Creates an empty list.
   *
   * @param analysis resolves the types of sequences
   */
  public SequenceColumns(StatementAnalysis analysis) {
    this.clauses = new SequenceClauses(requireNonNull(analysis, "analysis is null"));
  }

  /** Adds a column. */
  public void add(String column, NewColumn.Sequence sequence) {
    columns.add(new Generated(column, sequence));
  }

  public boolean isEmpty() {
    return columns.isEmpty();
  }

  /**
   * Changes the catalog.
   *
   * @param steps create or change the table, which then gets the sequences
   */
  public Table define(Execution execution, Function<CatalogEdit, Table> steps) {
    SequenceAccess sequences = execution.transaction().sequences();
    List<Long> created = new ArrayList<>();
    boolean done = false;
    try {
      for (Generated column : columns) {
        NewColumn.Sequence sequence = column.sequence();
        created.add(
            sequences.create(
                column.column(), clauses.options(sequence.options(), sequence.type())));
      }
      Table table =
          execution
              .transaction()
              .catalogChanges()
              .alter(edit -> attach(edit, steps.apply(edit), created));
      done = true;
      return table;
    } finally {
      if (!done) {
        created.forEach(sequences::discard);
      }
    }
  }

  private Table attach(CatalogEdit edit, Table created, List<Long> sequenceIds) {
    if (columns.isEmpty()) {
      return created;
    }
    TableProperties properties = created.descriptor().properties();
    Map<Integer, String> defaults = new HashMap<>(properties.defaults());
    Map<Integer, IdentityColumn> identities = new HashMap<>(properties.identities());
    for (int i = 0; i < columns.size(); i++) {
      Generated generated = columns.get(i);
      Boolean always = generated.sequence().always();
      int columnId = created.schema().column(generated.column()).id();
      SequenceEntry sequence =
          edit.createSequence(
              nameOf(edit.snapshot(), created, generated),
              sequenceIds.get(i),
              new SequenceEntry.Owner(created.id(), columnId, always != null));
      defaults.put(columnId, DefaultClause.nextValueOf(sequence.id()));
      if (always != null) {
        identities.put(columnId, new IdentityColumn(always, sequence.id()));
      }
    }
    return edit.changeProperties(
        created, properties.withDefaults(defaults).withIdentities(identities));
  }

  private static ObjectName nameOf(CatalogSnapshot catalog, Table table, Generated generated) {
    for (SequenceOption option : generated.sequence().options()) {
      if (option instanceof SequenceOption.Named named) {
        return new ObjectName(table.schemaId(), named.name().last());
      }
    }
    String name =
        GeneratedNames.of(
            table.name(),
            generated.column(),
            "seq",
            taken -> isTaken(catalog, new ObjectName(table.schemaId(), taken)));
    return new ObjectName(table.schemaId(), name);
  }

  private static boolean isTaken(CatalogSnapshot catalog, ObjectName name) {
    return catalog.findRelation(name) != null || catalog.findTableOfIndex(name) != null;
  }
}
