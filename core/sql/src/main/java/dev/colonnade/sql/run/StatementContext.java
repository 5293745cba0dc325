package dev.colonnade.sql.run;

import static java.util.Objects.requireNonNull;

import dev.colonnade.scan.PageStream;
import dev.colonnade.scan.request.Cancellation;
import dev.colonnade.sql.access.StatementReads;
import dev.colonnade.sql.function.MaterializedCteService;
import dev.colonnade.sql.function.StatementService;
import dev.colonnade.sql.function.StatementServices;
import dev.colonnade.sql.plan.lower.ConstantEvaluator;
import dev.colonnade.sql.plan.lower.QueryParameters;
import dev.colonnade.sql.profile.PlanProfile;
import dev.colonnade.sql.schema.MaterializedCteTable;
import dev.colonnade.sql.system.SystemTable;
import dev.colonnade.sql.system.object.SystemCatalogView;
import dev.colonnade.sql.system.table.SystemTableScan;
import dev.colonnade.sql.type.PostgresTypeFactory;
import dev.colonnade.sql.vector.operator.QueryMemory;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import org.apache.calcite.adapter.java.JavaTypeFactory;
import org.apache.calcite.jdbc.CalciteSchema;
import org.apache.calcite.schema.SchemaPlus;
import org.jspecify.annotations.Nullable;

/**
 * One execution of a statement: what it reads from, its parameters, and the scans that it has open.
 * One thread.
 */
public final class StatementContext implements AutoCloseable {
  private static final JavaTypeFactory FACTORY = new PostgresTypeFactory();

  private final StatementReads transaction;
  private final QueryParameters parameters;
  private final Cancellation cancellation;
  private final StatementServices services;
  private final QueryMemory memory;
  private @Nullable SchemaPlus rootSchema;
  private @Nullable PlanProfile profile;
  private final List<PageStream> streams = new ArrayList<>();
  private final IdentityHashMap<MeteredRows.Place, QueryMemory.Share> shares =
      new IdentityHashMap<>();

  public StatementContext(
      StatementReads transaction,
      QueryParameters parameters,
      Cancellation cancellation,
      QueryMemory memory,
      StatementServices services) {
    this.transaction = requireNonNull(transaction, "transaction is null");
    this.parameters = requireNonNull(parameters, "parameters is null");
    this.cancellation = requireNonNull(cancellation, "cancellation is null");
    this.memory = requireNonNull(memory, "memory is null");
    this.services = requireNonNull(services, "services is null");
  }

  /** Returns whether scans may use indexes. */
  boolean usesIndexes() {
    return services.usesIndexes();
  }

  StatementReads transaction() {
    return transaction;
  }

  Cancellation cancellation() {
    return cancellation;
  }

  StatementServices services() {
    return services;
  }

  /** Measures every operator from now on. */
  public void measureWith(PlanProfile newProfile) {
    profile = requireNonNull(newProfile, "profile is null");
  }

  /** Returns the profile that operators are measured in; null if they are not measured. */
  @Nullable PlanProfile profile() {
    return profile;
  }

  QueryMemory memory() {
    return memory;
  }

  /** The memory for what is kept at a place of the plan. */
  QueryMemory.Share share(MeteredRows.Place place) {
    return shares.computeIfAbsent(place, _ -> memory.newShare());
  }

  ConstantEvaluator constants() {
    return new ConstantEvaluator(parameters::held, services);
  }

  /** The stream will be closed with this context, if not before. */
  PageStream opened(PageStream stream) {
    streams.add(stream);
    return stream;
  }

  JavaTypeFactory getTypeFactory() {
    return FACTORY;
  }

  /** Returns the value of a name; the number behind a # only distinguishes equal calls. */
  @Nullable Object get(String name) {
    if (name.startsWith("?")) {
      return parameters.held(Integer.parseInt(name.substring(1)));
    }
    int number = name.indexOf('#');
    return services.find(number < 0 ? name : name.substring(0, number));
  }

  /** The rows of a table of the system. */
  List<@Nullable Object[]> systemRows(SystemTable table) {
    StatementService found = services.find(SystemCatalogView.class.getName());
    if (!(found instanceof SystemCatalogView view)) {
      throw new IllegalStateException("statement knows nothing of the system: table=" + table);
    }
    return SystemTableScan.rows(view, table);
  }

  /** The rows of a name of WITH. */
  List<@Nullable Object[]> heldRows(MaterializedCteTable table) {
    StatementService found = services.find(MaterializedCteService.class.getName());
    if (!(found instanceof MaterializedCteService names)) {
      throw new IllegalStateException("statement holds no rows: name=" + table);
    }
    return names.rows(table.name());
  }

  /** Returns the schema in which a recursive query stores its rows so far. */
  SchemaPlus rootSchema() {
    if (rootSchema == null) {
      rootSchema = CalciteSchema.createRootSchema(false, false).plus();
    }
    return rootSchema;
  }

  /** Closes the scans that are still open. */
  @Override
  public void close() {
    streams.forEach(PageStream::close);
    streams.clear();
  }
}
