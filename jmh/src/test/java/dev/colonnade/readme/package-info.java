/** Tests of the README's examples and links, and of the script of the continuous integration. */
@NullMarked
package dev.colonnade.readme;

import org.jspecify.annotations.NullMarked;
