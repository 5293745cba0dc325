/**
 * Rules of style that a compiler does not check, as tests over the sources: sizes, packages, cycles
 * between classes, terms and Javadoc. Start at {@link dev.colonnade.testing.tidy.Tidy}. Depends on
 * the JDK's compiler API and on nothing of this project.
 */
@NullMarked
package dev.colonnade.testing.tidy;

import org.jspecify.annotations.NullMarked;
