package dev.colonnade.sql.execute.modify;

import static java.util.Objects.requireNonNull;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.error.ErrorFields;
import dev.colonnade.sql.access.StatementWrites;
import dev.colonnade.sql.access.row.RowChange;
import dev.colonnade.sql.execute.Operator;
import dev.colonnade.sql.execute.QueryContext;
import dev.colonnade.sql.execute.modify.ConflictArbiter.Conflict;
import dev.colonnade.sql.execute.modify.row.ColumnValues;
import dev.colonnade.sql.execute.modify.row.InsertRows;
import dev.colonnade.sql.execute.modify.row.SeenKeys;
import dev.colonnade.sql.function.value.ValueConverter;
import dev.colonnade.sql.physical.ConflictPlan;
import dev.colonnade.sql.physical.ModifyPlan;
import dev.colonnade.sql.type.SqlType;
import dev.colonnade.sql.type.TypeMapping;
import dev.colonnade.sql.vector.VectorBatch;
import dev.colonnade.sql.vector.VectorType;
import dev.colonnade.type.schema.Column;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * INSERT ... ON CONFLICT. A collected row is an insert or an update; its columns are:
 *
 * <pre>
 *   | all columns of the table | key | assigned | RETURNING |
 *   insert: values             : NULL            : from the source
 *   update: NULL               : values          : from the query of the update
 * </pre>
 */
public final class ConflictInsertOperator extends TableChangeOperator {
  private final ModifyPlan.Insert plan;
  private final ConflictPlan conflict;
  private final PartExecutor parts;
  private final List<ConflictArbiter> arbiters;
  private final InsertRows inserted;
  private final List<SqlType> storedTypes;
  private final List<VectorType> sourceTypes;
  private final Layout layout;
  private final ColumnValues stored;
  private final ColumnValues key;
  private final ColumnValues assigned;
  private final @Nullable ConflictRows updated;

  /** Rows whose conflicts are not decided yet. */
  private final List<Proposed> proposed = new ArrayList<>();

  private @Nullable RowAppender appender;

  public ConflictInsertOperator(
      QueryContext query,
      Operator source,
      ModifyPlan.Insert plan,
      StatementWrites writes,
      PartExecutor parts) {
    this(query, source, plan, new TableWrites(plan.table(), writes), parts, Layout.of(plan));
  }

  private ConflictInsertOperator(
      QueryContext query,
      Operator source,
      ModifyPlan.Insert plan,
      TableWrites target,
      PartExecutor parts,
      Layout layout) {
    super(query, source, target, layout.types(), layout.returnedFrom());
    this.plan = plan;
    this.conflict = requireNonNull(plan.conflict(), "conflict is null");
    this.parts = requireNonNull(parts, "parts is null");
    this.layout = layout;
    this.inserted = new InsertRows(plan);
    this.sourceTypes = plan.source().types();
    List<Column> columns = plan.table().schema().columns();
    this.storedTypes = columns.stream().map(c -> TypeMapping.sqlType(c.type())).toList();
    this.arbiters =
        conflict.arbiters().stream()
            .map(arbiter -> new ConflictArbiter(arbiter, plan.table().schema(), parts))
            .toList();
    ConflictPlan.Update update = conflict.update();
    this.updated = update == null ? null : new ConflictRows(update.rows(), parts);
    this.stored = new ColumnValues(columns, layout.types(), 0);
    this.key =
        new ColumnValues(plan.table().schema().keyColumns(), layout.types(), layout.keyFrom());
    this.assigned = new ColumnValues(layout.assigned(), layout.types(), layout.assignedFrom());
  }

  /** Row of the source, with the values of all columns. */
  private static final class Proposed {
    final VectorBatch batch;
    final int row;
    final @Nullable Object[] values;

    Proposed(VectorBatch batch, int row, @Nullable Object[] values) {
      this.batch = batch;
      this.row = row;
      this.values = values;
    }
  }

  /** Columns of the collected rows. */
  private record Layout(
      List<VectorType> types,
      int keyFrom,
      int assignedFrom,
      int returnedFrom,
      List<Column> assigned) {
    static Layout of(ModifyPlan.Insert plan) {
      ConflictPlan.Update update = requireNonNull(plan.conflict(), "conflict is null").update();
      List<Column> assigned = update == null ? List.of() : update.assigned();
      List<VectorType> types = new ArrayList<>();
      addTypes(plan.table().schema().columns(), types);
      int keyFrom = types.size();
      addTypes(plan.table().schema().keyColumns(), types);
      int assignedFrom = types.size();
      addTypes(assigned, types);
      int returnedFrom = types.size();
      types.addAll(plan.types());
      return new Layout(types, keyFrom, assignedFrom, returnedFrom, assigned);
    }

    private static void addTypes(List<Column> columns, List<VectorType> into) {
      columns.forEach(c -> into.add(VectorType.of(TypeMapping.sqlType(c.type()).kind())));
    }
  }

  @Override
  List<VectorType> targetKeyTypes() {
    return conflict.update() == null
        ? List.of()
        : layout.types().subList(layout.keyFrom(), layout.assignedFrom());
  }

  @Override
  void collect(VectorBatch batch, CollectedRows into) {
    for (int row = 0; row < batch.rowCount(); row++) {
      query().cancellation().check();
      try {
        @Nullable Object[] values = inserted.row(batch, row);
        requireConstraints(values); // also of a row that is not inserted
        proposed.add(new Proposed(batch, row, values));
      } catch (ColonnadeException e) {
        if (!ConflictRows.isOfRow(e)) {
          throw e;
        }
        decideAll(into);
        throw firstError(e);
      }
      if (proposed.size() == ConflictPlan.Batch.ROW_COUNT_MAX) {
        decideAll(into);
      }
    }
  }

  /** Adds the inserts and updates of the proposed rows, one after the other. */
  private void decideAll(CollectedRows into) {
    findExisting();
    for (int number = 0; number < proposed.size(); number++) {
      query().cancellation().check();
      try {
        decide(proposed.get(number), number, appender(into));
      } catch (ColonnadeException e) {
        throw ConflictRows.isOfRow(e) ? firstError(e) : e;
      }
    }
    proposed.clear();
  }

  private void findExisting() {
    ConflictPlan.Update update = conflict.update();
    if (update == null || update.isSelective()) {
      List<@Nullable Object[]> rows = proposed.stream().map(row -> row.values).toList();
      arbiters.forEach(arbiter -> arbiter.findExisting(rows));
    }
    if (updated != null) {
      updated.find(proposed.size(), number -> proposedValues(proposed.get(number).values));
    }
  }

  /** Returns the values of a proposed row, then those of the expressions of the key. */
  private List<@Nullable Object> proposedValues(@Nullable Object[] values) {
    List<@Nullable Object> all = new ArrayList<>(values.length);
    Collections.addAll(all, values);
    all.addAll(arbiters.getFirst().expressions(values));
    return all;
  }

  /**
   * Returns the error of a row after the rows before it are written, which throws the error of an
   * earlier row. The statement fails in any case.
   */
  private ColonnadeException firstError(ColonnadeException error) {
    flush();
    long _ = writeRows(false);
    return error;
  }

  private RowAppender appender(CollectedRows into) {
    RowAppender present = appender;
    if (present == null) {
      present = new RowAppender(layout.types(), into);
      appender = present;
    }
    return present;
  }

  @Override
  void finishCollecting(CollectedRows into) {
    decideAll(into);
    flush();
  }

  private void flush() {
    if (appender != null) {
      appender.flush();
    }
  }

  private void decide(Proposed row, int number, RowAppender into) {
    @Nullable Object[] values = row.values;
    ConflictPlan.Update update = conflict.update();
    boolean isUpdated =
        update == null
            ? find(values, number) != Conflict.NONE
            : update.isSelective()
                ? findAndUpdate(values, number, into)
                : update(values, number, into);
    if (!isUpdated) {
      inserted.checks().require(row.batch, row.row);
      arbiters.forEach(arbiter -> arbiter.addInserted(values));
      into.append(insert(row));
    }
  }

  private Conflict find(@Nullable Object[] values, int number) {
    Conflict found = Conflict.NONE;
    for (int i = 0; i < arbiters.size() && found == Conflict.NONE; i++) {
      found = arbiters.get(i).find(values, number);
    }
    return found;
  }

  /** Adds the update of the row in conflict, if it is to be updated; false without a conflict. */
  private boolean findAndUpdate(@Nullable Object[] values, int number, RowAppender into) {
    Conflict found = find(values, number);
    if (found == Conflict.OWN) {
      throw changedTwice();
    }
    if (found == Conflict.EXISTING) {
      // The condition may not be true: then the row may be proposed again.
      boolean _ = updateExisting(values, number, into);
    }
    return found == Conflict.EXISTING;
  }

  /**
   * Adds the update of the row in conflict; false without a conflict. The query of the update finds
   * every row with the key, so that it replaces the search.
   */
  private boolean update(@Nullable Object[] values, int number, RowAppender into) {
    return switch (arbiters.getFirst().findOwn(values)) {
      case OWN -> throw changedTwice();
      case NONE -> false;
      case EXISTING -> updateExisting(values, number, into);
    };
  }

  private static ColonnadeException changedTwice() {
    return new ColonnadeException(
        ErrorCode.ROW_CHANGED_TWICE,
        "ON CONFLICT DO UPDATE command cannot affect row a second time",
        ErrorFields.NONE.withHint(
            "Ensure that no rows proposed for insertion within the same command have"
                + " duplicate constrained values."));
  }

  private @Nullable Object[] insert(Proposed row) {
    @Nullable Object[] values = row.values;
    @Nullable Object[] collected = new @Nullable Object[layout.types().size()];
    for (int i = 0; i < values.length; i++) {
      collected[i] = ValueConverter.fromJava(storedTypes.get(i), values[i]);
    }
    int from = plan.changeWidth();
    for (int i = from; i < sourceTypes.size(); i++) {
      collected[layout.returnedFrom() + i - from] =
          row.batch.column(i).held(row.row, sourceTypes.get(i));
    }
    return collected;
  }

  /** Adds the update of the row with the key; false if the query returns no row. */
  private boolean updateExisting(@Nullable Object[] values, int number, RowAppender into) {
    ConflictRows rows = requireNonNull(updated, "updated is null");
    @Nullable Object[] found =
        rows.get(
            number,
            () -> {
              List<@Nullable Object> parameters = new ArrayList<>(parts.parameters());
              parameters.addAll(proposedValues(values));
              return parameters;
            });
    if (found == null) {
      return false;
    }
    SeenKeys changed = shared();
    if (changed != null && !changed.add(found)) {
      throw changedTwice();
    }
    @Nullable Object[] collected = new @Nullable Object[layout.types().size()];
    System.arraycopy(found, 0, collected, layout.keyFrom(), found.length);
    arbiters.getFirst().addChanged(values, layout.assigned(), assignedOf(found));
    into.append(collected);
    return true;
  }

  private List<@Nullable Object> assignedOf(@Nullable Object[] found) {
    List<@Nullable Object> values = new ArrayList<>();
    int from = layout.assignedFrom() - layout.keyFrom();
    for (Column column : layout.assigned()) {
      values.add(
          ValueConverter.toJava(TypeMapping.sqlType(column.type()), found[from + values.size()]));
    }
    return values;
  }

  @Override
  RowChange change(VectorBatch batch, int row, long rowNumber) {
    boolean isUpdate = !batch.column(layout.keyFrom()).isNull(row);
    return isUpdate
        ? new RowChange.Update(key.key(batch, row), layout.assigned(), assigned.values(batch, row))
        : new RowChange.Insert(stored.values(batch, row), true);
  }
}
