/** Tests of the analysis of statements over the catalog of a database. */
@NullMarked
package dev.colonnade.sql.analyze;

import org.jspecify.annotations.NullMarked;
