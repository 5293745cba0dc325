/**
 * Microbenchmarks of the server's parts, run by JMH.
 *
 * <p>May depend on everything.
 */
@NullMarked
package dev.colonnade.jmh;

import org.jspecify.annotations.NullMarked;
