package dev.colonnade.sql.analyze.bind;

import static java.util.Objects.requireNonNull;

import dev.colonnade.catalog.NameScope;
import dev.colonnade.catalog.privilege.Privilege;
import dev.colonnade.catalog.privilege.RowSecurity;
import dev.colonnade.catalog.relation.Table;
import dev.colonnade.catalog.relation.View;
import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.error.ErrorFields;
import dev.colonnade.sql.function.StatementServices;
import dev.colonnade.sql.function.datetime.InputContext;
import dev.colonnade.sql.logical.Variables;
import dev.colonnade.sql.privilege.PrivilegeCollector;
import dev.colonnade.sql.privilege.StatementPrivileges;
import dev.colonnade.sql.registry.Registry;
import dev.colonnade.sql.system.SystemOids;
import dev.colonnade.sql.system.SystemTable;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** State of the analysis of one statement. One thread. */
public final class StatementAnalysis {
  private final Registry registry;
  private final NameScope names;
  private final ParameterTypes parameters;
  private final Counters counters;
  private final @Nullable NameUses uses;

  /** View whose query is analyzed; {@link PrivilegeCollector#NO_VIEW} for the text itself. */
  private final int viewId;

  /** Numbers and dependencies that all parts of a statement share. */
  private static final class Counters {
    private final Set<Integer> objectIds = new HashSet<>();
    private final Variables variables = new Variables();
    private final PrivilegeCollector privileges = new PrivilegeCollector();
    private boolean hasFailedConstant;
    private boolean isRowSecurityOff;
    private @Nullable InputContext input;
    private @Nullable StatementServices printer;
    private boolean fixesClock;
    private boolean readsClock;

    /** Tables whose policies are being analyzed, the innermost last. */
    private final List<Integer> policyTables = new ArrayList<>();
  }

  /**
   * Creates the state of a statement.
   *
   * @param registry with the types of the catalog
   * @param names resolution of relations and types by the search path
   */
  public StatementAnalysis(Registry registry, NameScope names, ParameterTypes parameters) {
    this(registry, names, parameters, new Counters(), null, PrivilegeCollector.NO_VIEW);
  }

  private StatementAnalysis(
      Registry registry,
      NameScope names,
      ParameterTypes parameters,
      Counters counters,
      @Nullable NameUses uses,
      int viewId) {
    this.viewId = viewId;
    this.registry = requireNonNull(registry, "registry is null");
    this.names = requireNonNull(names, "names is null");
    this.parameters = requireNonNull(parameters, "parameters is null");
    this.counters = counters;
    this.uses = uses;
  }

  /**
   * Returns the state of the query of a view, whose names another search path resolves, and whose
   * relations are read with the rights of the view's owner.
   */
  public StatementAnalysis within(View view) {
    return new StatementAnalysis(
        registry,
        names.withPath(view.lookup().path()),
        parameters,
        counters,
        null,
        view.security().isInvoker() ? viewId : view.id());
  }

  /** Returns the state of a part whose names are resolved in another scope. */
  public StatementAnalysis in(NameScope others) {
    return new StatementAnalysis(registry, others, parameters, counters, null, viewId);
  }

  /** Returns the state of a part that is stored, which has no parameters. */
  public StatementAnalysis withoutParameters() {
    return new StatementAnalysis(registry, names, ParameterTypes.none(), counters, uses, viewId);
  }

  /** Returns the state of a statement whose own text, without that of its views, is recorded. */
  public StatementAnalysis recording(NameUses recorder) {
    return new StatementAnalysis(registry, names, parameters, counters, recorder, viewId);
  }

  /** Returns the recorder of the names in the text; null if nothing is recorded. */
  public @Nullable NameUses uses() {
    return uses;
  }

  public Registry registry() {
    return registry;
  }

  public NameScope names() {
    return names;
  }

  public ParameterTypes parameters() {
    return parameters;
  }

  /** Returns the allocator of variables. */
  public Variables variables() {
    return counters.variables;
  }

  /**
   * Makes literals of dates, times and intervals have their values in a session. Without one, those
   * whose values depend on the session are read when they are used.
   *
   * @param fixesClock whether literals such as 'now' have their present values; otherwise each
   *     execution reads them
   */
  public StatementAnalysis reading(InputContext session, boolean fixesClock) {
    counters.input = requireNonNull(session, "session is null");
    counters.fixesClock = fixesClock;
    return this;
  }

  /** Makes texts of the analysis show values in the forms of a session. */
  public StatementAnalysis printing(StatementServices services) {
    counters.printer = requireNonNull(services, "services is null");
    return this;
  }

  /** Returns the services of the session in whose forms values are shown; null if there is none. */
  public @Nullable StatementServices printer() {
    return counters.printer;
  }

  /** Returns whether literals whose values depend on the time have their present values. */
  public boolean fixesClock() {
    return counters.fixesClock;
  }

  /** Returns the session whose literals are read; null if there is none. */
  public @Nullable InputContext input() {
    return counters.input;
  }

  /** Records that the value of a literal depends on the time. */
  public void addReadOfClock() {
    counters.readsClock = true;
  }

  /** Returns whether the value of a literal depends on the time. */
  public boolean readsClock() {
    return counters.readsClock;
  }

  /** Records that the evaluation of a constant has failed. */
  public void addFailedConstant() {
    counters.hasFailedConstant = true;
  }

  /** Returns whether the evaluation of a constant has failed. */
  public boolean hasFailedConstant() {
    return counters.hasFailedConstant;
  }

  /** Records that the statement depends on an object of the catalog. */
  public void use(int objectId) {
    counters.objectIds.add(objectId);
    if (uses != null) {
      uses.addObject(objectId);
    }
  }

  /** Records that the statement needs a privilege on a relation that its text names. */
  public void require(int relationId, Privilege privilege) {
    counters.privileges.add(relationId, viewId, privilege);
  }

  /** Records that the statement needs a privilege on a column of a relation. */
  public void requireColumn(int relationId, Privilege privilege, int columnId) {
    counters.privileges.addColumn(relationId, viewId, privilege, columnId);
  }

  /** Records that the statement reads a column, if it is one of a table or view. */
  public void read(Origin column) {
    int relationId = SystemOids.idOf(Integer.toUnsignedLong(column.relationOid()));
    if (relationId >= 0 && column.columnNumber() > 0) {
      requireColumn(relationId, Privilege.SELECT, column.columnNumber());
    }
    if (uses != null) {
      uses.addColumn(column);
    }
  }

  /** Records that the statement reads a table of the system catalog. */
  public void readSystem(SystemTable table) {
    if (table.isRestricted()) {
      counters.privileges.addSystemTable(table.kind() == 'v' ? "view" : "table", table.name());
    }
  }

  /** Makes the statement fail where policies of row-level security would apply. */
  public void switchRowSecurityOff() {
    counters.isRowSecurityOff = true;
  }

  /**
   * Returns the row-level security of a table as it applies here: to the user, or, inside of a
   * view, to its owner.
   *
   * @throws ColonnadeException INSUFFICIENT_PRIVILEGE if it applies and row_security is off
   */
  public RowSecurity rowSecurity(Table table) {
    if (names.privileges().isSystem()) {
      return RowSecurity.NONE;
    }
    int roleId =
        viewId == PrivilegeCollector.NO_VIEW ? names.privileges().roleId() : names.ownerOf(viewId);
    RowSecurity security = names.rowSecurity(table.id(), roleId);
    if (security.isEnabled() && counters.isRowSecurityOff) {
      boolean isOwner = names.ownerOf(table.id()) == roleId;
      throw new ColonnadeException(
          ErrorCode.INSUFFICIENT_PRIVILEGE,
          "query would be affected by row-level security policy for table \"%s\""
              .formatted(table.name()),
          isOwner
              ? ErrorFields.NONE.withHint(
                  "To disable the policy for the table's owner, use ALTER TABLE NO FORCE ROW LEVEL"
                      + " SECURITY.")
              : ErrorFields.NONE);
    }
    return security;
  }

  /**
   * Records that the policies of a table are analyzed.
   *
   * @throws ColonnadeException INVALID_OBJECT_DEFINITION if they are already being analyzed
   */
  public void enterPolicies(Table table) {
    if (counters.policyTables.contains(table.id())) {
      throw new ColonnadeException(
          ErrorCode.INVALID_OBJECT_DEFINITION,
          "infinite recursion detected in policy for relation \"%s\"".formatted(table.name()));
    }
    counters.policyTables.add(table.id());
  }

  /** Records that the analysis of the policies of a table has ended. */
  public void leavePolicies(Table table) {
    counters.policyTables.remove(Integer.valueOf(table.id()));
  }

  /** Returns the privileges that the statement needs. */
  public StatementPrivileges privileges() {
    return names.privileges().isSystem()
        ? StatementPrivileges.NONE
        : counters.privileges.collected();
  }

  /** Returns the ids of the objects that the statement depends on. */
  public Set<Integer> objectIds() {
    return Set.copyOf(counters.objectIds);
  }
}
