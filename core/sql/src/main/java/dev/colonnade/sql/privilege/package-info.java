/**
 * Privileges that statements need, and their check. The analysis of a statement collects them in a
 * {@link dev.colonnade.sql.privilege.PrivilegeCollector}; its plan has them as {@link
 * dev.colonnade.sql.privilege.StatementPrivileges}, which every execution requires. Definitions and
 * commands use {@link dev.colonnade.sql.privilege.PrivilegeChecks}. Depends on the catalog only.
 */
@NullMarked
package dev.colonnade.sql.privilege;

import org.jspecify.annotations.NullMarked;
